package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Nothing that the service says, to anybody, holds a password. */
@ExtendWith(OutputCaptureExtension.class)
class SecretsIT {

    @Test
    void shownNowhere(@TempDir Path data, CapturedOutput output) throws Exception {
        try (RunningService service = new RunningService(data)) {
            await().until(() ->
                    service.http().get(PluginApi.BASE + "/status").body().contains("\"status\":\"degraded\""));
            for (String path : List.of(
                    "/stats",
                    "/stats/to-cloud",
                    "/status",
                    "/metrics",
                    "/bridges",
                    "/bridges/to-cloud/settings",
                    "/config")) {
                assertHarmless(service.http().get(PluginApi.BASE + path));
            }
            for (String path : List.of("/queues", "/queue/declared", "/queues/config")) {
                assertHarmless(service.http().get(QueuesController.BASE + path));
            }
            for (String path :
                    List.of("health", "info", "prometheus", "bridges", "bridges/to-cloud", "integrationgraph")) {
                assertHarmless(service.management().get("/actuator/" + path));
            }
            assertHarmless(service.management().send("POST", "/actuator/refresh", ""));
            assertThat(service.http()
                            .get(PluginApi.BASE + "/bridges/to-cloud/settings")
                            .body())
                    .contains("\"password\":\"******\"");
        }
        assertThat(output).contains("to-cloud").doesNotContain(RunningService.SECRET, ApiTest.PASSWORD);
    }

    private static void assertHarmless(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.uri().getPath()).isEqualTo(200);
        assertThat(response.body())
                .as(response.uri().getPath())
                .isNotEmpty()
                .doesNotContain(RunningService.SECRET, ApiTest.PASSWORD);
    }
}
