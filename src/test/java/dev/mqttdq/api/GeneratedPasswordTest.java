package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class GeneratedPasswordTest {

    private static final Pattern PASSWORD = Pattern.compile("Using generated security password: (\\S+)");

    @Test
    void makesUpAPasswordAndLogsItOnce(CapturedOutput output) throws Exception {
        SpringApplication application = new SpringApplication(ApiTestApplication.class);
        try (ConfigurableApplicationContext context = application.run(
                "--server.port=0", "--management.server.port=0", "--spring.cloud.kubernetes.enabled=false")) {
            int port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
            Matcher logged = PASSWORD.matcher(output);

            assertThat(logged.find()).isTrue();
            String password = logged.group(1);
            assertThat(logged.find()).isFalse();
            assertThat(new Http(port)
                            .withLogin("user:" + password)
                            .get(PluginApi.BASE + "/status")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(new Http(port)
                            .withLogin("user:")
                            .get(PluginApi.BASE + "/status")
                            .statusCode())
                    .isEqualTo(401);
        }
    }
}
