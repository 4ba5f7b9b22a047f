package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.hocon.ConfigFileFormats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class StartupTest {

    @TempDir
    Path directory;

    @Test
    void endsWithAllProblems(CapturedOutput output) throws Exception {
        Path file = Files.writeString(
                directory.resolve("bad.conf"), "bridges.a { pool_size = 0 }\nremotes.r { pasword = hunter2 }");

        assertThatThrownBy(() -> run("--mqtt-dq.config-file=" + file, "--mqtt-dq.local.proto-ver=v7"))
                .hasRootCauseInstanceOf(InvalidConfigurationException.class);

        assertThat(output)
                .contains(
                        "The configuration was refused:",
                        "  - local.proto_ver: must be v4 or v5, not 'v7'",
                        "  - bridges.a.pool_size: must be an integer of at least 1, not '0'",
                        "  - bridges.a.remote: is required",
                        "  - remotes.r.pasword: unknown key, the nearest known one is 'password'",
                        "  - remotes.r.server: is required")
                .doesNotContain("hunter2");
    }

    @Test
    void readsFileAndPropertiesAndReloadsOnRefresh() throws Exception {
        Path file = Files.writeString(directory.resolve("good.conf"), "remotes.r.server = \"a:1\"");

        try (ConfigurableApplicationContext context =
                run("--mqtt-dq.config-file=" + file, "--mqtt-dq.remotes.r.username=${topic}", "--topic=x")) {
            ConfigurationService service = context.getBean(ConfigurationService.class);
            assertThat(service.current().remotes().values()).singleElement().satisfies(remote -> {
                assertThat(remote.server()).isEqualTo("a:1");
                assertThat(remote.username()).isEqualTo("${topic}");
            });
            context.publishEvent(new EnvironmentChangeEvent(Set.of()));
            await().until(() -> service.state().lastReload().outcome() == Reload.Outcome.UNCHANGED);
        }
    }

    private static ConfigurableApplicationContext run(String... arguments) {
        return new SpringApplicationBuilder(ConfigurationBeans.class, ConfigFileFormats.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
    }
}
