package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalManagementPort;

@ApiTest
class DrainEndpointTest {

    private static final String ENDPOINT = "/actuator/drain";
    private static final String REMAINS = "\"bridges\":[{\"bridge\":\"to-cloud\",\"drained\":false,\"remaining\":7,"
            + "\"session_ended\":true,\"reason\":\"remote not connected: refused\","
            + "\"directory\":\"/data/queues/to-cloud\"}],"
            + "\"queues\":[{\"queue\":\"orders\",\"drained\":true,\"remaining\":0,\"session_ended\":true,\"reason\":null,"
            + "\"directory\":\"/data/message_queues/1\"}]}";
    private static final String SERVING =
            "{\"state\":\"serving\",\"leaving\":%s,\"leaving_reason\":%s,\"bridges\":[]," + "\"queues\":[]}";

    @Autowired
    private FakeDrain drain;

    @LocalManagementPort
    private int port;

    @BeforeEach
    void serving() {
        drain.startAnew(false);
    }

    @Test
    void beginsAndTellsHowFarItIs() throws Exception {
        assertThat(write("{}").body())
                .isEqualTo("{\"state\":\"draining\",\"leaving\":null,\"leaving_reason\":null," + REMAINS);

        assertThat(drain.calls()).containsExactly(Duration.ofSeconds(60));
        assertThat(new Http(port).get(ENDPOINT).body())
                .contains("\"state\":\"draining\"")
                .endsWith(REMAINS);
    }

    @Test
    void takesADeadline() throws Exception {
        write("{\"deadline_s\": 5}");

        assertThat(drain.calls()).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void asksFirstWhetherThisInstanceLeavesWhereTold() throws Exception {
        assertThat(write("{\"if_leaving\": true}").body())
                .isEqualTo(SERVING.formatted("false", "\"it only restarts\""));
        assertThat(drain.calls()).isEmpty();

        drain.startAnew(true);
        assertThat(write("{\"if_leaving\": true}").body())
                .startsWith("{\"state\":\"draining\",\"leaving\":true,\"leaving_reason\":\"scaled down\"");
        assertThat(drain.calls()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"deadline_s\": 0}", "{\"deadline_s\": 86401}", "{\"deadline_s\": \"soon\"}"})
    void refusesADeadlineOutOfRange(String body) throws Exception {
        assertThat(write(body).statusCode()).isEqualTo(400);
        assertThat(drain.calls()).isEmpty();
    }

    @Test
    void wantsALogin() throws Exception {
        Http anonymous = Http.anonymous(port);

        assertThat(anonymous.get(ENDPOINT).statusCode()).isEqualTo(401);
        assertThat(anonymous
                        .send("POST", ENDPOINT, "{}", "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(401);
        assertThat(drain.calls()).isEmpty();
    }

    private HttpResponse<String> write(String body) throws Exception {
        return new Http(port).send("POST", ENDPOINT, body, "Content-Type", "application/json");
    }
}
