package dev.mqttdq.api;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.bridge;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;

@ApiTest
class LoginTest {

    @Autowired
    private FakeBridges bridges;

    @LocalServerPort
    private int port;

    @LocalManagementPort
    private int managementPort;

    @BeforeEach
    void oneBridge() {
        bridges.are(bridge("secretive").buffer(0).connected(0, 0).build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                PluginApi.BASE + "/stats",
                PluginApi.BASE + "/stats/secretive",
                PluginApi.BASE + "/status",
                PluginApi.BASE + "/metrics",
                PluginApi.BASE + "/bridges",
                PluginApi.BASE + "/bridges/secretive/settings",
                "/",
                "/error",
                "/nothing",
                "/actuator",
                "/actuator/health",
                "/actuator/prometheus"
            })
    void refusesEverythingOnTheServicePort(String path) throws Exception {
        HttpResponse<String> response = Http.anonymous(port).get(path);

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic"));
        assertThat(response.body()).doesNotContain("secretive");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/actuator",
                "/actuator/info",
                "/actuator/refresh",
                "/actuator/bridges",
                "/actuator/integrationgraph",
                "/actuator/env",
                PluginApi.BASE + "/stats"
            })
    void refusesEverythingElseOnTheManagementPort(String path) throws Exception {
        assertThat(Http.anonymous(managementPort).get(path).statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness", "/actuator/prometheus"})
    void letsAnybodySeeHealthAndMetrics(String path) throws Exception {
        assertThat(Http.anonymous(managementPort).get(path).statusCode()).isEqualTo(200);
    }

    @Test
    void showsAnybodyNoMoreOfHealthThanTheStatus() throws Exception {
        assertThat(Http.anonymous(managementPort).get("/actuator/health").body())
                .contains("\"status\":\"UP\"")
                .doesNotContain("secretive");
        assertThat(new Http(managementPort).get("/actuator/health").body())
                .contains("\"secretive\":{\"status\":\"ok\",\"buffered\":0}");
    }

    @Test
    void letsTheUserInOnBothPorts() throws Exception {
        assertThat(new Http(port).get(PluginApi.BASE + "/status").statusCode()).isEqualTo(200);
        assertThat(new Http(managementPort).get("/actuator/info").body()).contains("\"generation\":3");
    }

    @Test
    void refusesAWrongPassword() throws Exception {
        Http wrong = new Http(port).withLogin(ApiTest.USER + ":wrong");

        assertThat(wrong.get(PluginApi.BASE + "/status").statusCode()).isEqualTo(401);
        assertThat(wrong.withLogin("user:password")
                        .get(PluginApi.BASE + "/status")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void keepsNoSession() throws Exception {
        assertThat(new Http(port).get(PluginApi.BASE + "/status").headers().firstValue("Set-Cookie"))
                .isEmpty();
    }

    @Test
    void exposesNoOtherActuatorEndpoint() throws Exception {
        Http management = new Http(managementPort);

        for (String id : new String[] {"env", "heapdump", "configprops", "beans", "loggers", "metrics", "shutdown"}) {
            assertThat(management.get("/actuator/" + id).statusCode()).isEqualTo(404);
        }
    }
}
