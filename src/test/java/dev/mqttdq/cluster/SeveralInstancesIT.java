package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.session.ClientIdHash;
import dev.mqttdq.testkit.BridgeStats;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.StatusApi;
import dev.mqttdq.testkit.Subscriber;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three processes that know each other by a list and share one subscription at one broker. */
class SeveralInstancesIT {

    private static final int NODES = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String[] TOPICS =
            IntStream.range(0, 30).mapToObj(i -> "site/" + i).toArray(String[]::new);

    @TempDir
    private static Path directory;

    private static Mosquitto broker;
    private static List<ServiceProcess.Builder> builders;
    private static final List<ServiceProcess> nodes = new ArrayList<>();

    @BeforeAll
    static void startAll() {
        broker = Mosquitto.started();
        builders = IntStream.range(0, NODES)
                .mapToObj(i -> ServiceProcess.builder("several-" + i, directory.resolve("node-" + i)))
                .toList();
        String peers =
                builders.stream().map(builder -> "127.0.0.1:" + builder.port()).collect(Collectors.joining(","));
        for (int i = 0; i < NODES; i++) {
            nodes.add(builders.get(i)
                    .property("mqtt-dq.node-name", "node-" + i)
                    .property("mqtt-dq.cluster.enabled", "true")
                    .property("mqtt-dq.cluster.peers", peers)
                    .config("""
                            local { server = "%1$s" }
                            remotes { far { server = "%1$s" } }
                            bridges { shared { remote = far, filter_topic = "site/#", remote_topic = "far/${topic}" } }
                            """.formatted(broker.address()))
                    .start());
        }
        nodes.forEach(ServiceProcess::awaitReady);
    }

    @AfterAll
    static void stopAll() {
        nodes.forEach(ServiceProcess::close);
        if (broker != null) {
            broker.close();
        }
    }

    @BeforeEach
    void allAreThere() {
        nodes.forEach(SeveralInstancesIT::awaitComplete);
    }

    @Test
    void forwardEachMessageOnceAndAddUp() {
        BridgeStats before = stats(0);
        try (Subscriber far = Subscriber.to(broker, "far/#");
                Publisher publisher = Publisher.to(broker)) {
            publisher.publishEach(3000 / TOPICS.length, 1, TOPICS);
            assertThat(publisher.awaitAcknowledged()).isZero();

            far.awaitDistinct(3000);
            BridgeStats after = nodes.get(0).status().await("shared", stats -> isComplete(stats) && stats.isClosed());

            assertThat(after.publish() - before.publish()).isEqualTo(3000);
            assertThat(after.drop()).isZero();
            assertThat(far.log().size()).isEqualTo(3000);
            assertThat(Stream.of(0, 1, 2).map(SeveralInstancesIT::stats)).containsOnly(after);
            assertThat(Stream.of(0, 1, 2).map(SeveralInstancesIT::publishedBy))
                    .allSatisfy(published -> assertThat(published).isPositive())
                    .satisfies(each -> assertThat(
                                    each.stream().mapToLong(Long::longValue).sum())
                            .isEqualTo(after.publish()));
        }
        for (ServiceProcess node : nodes) {
            awaitAsserted("a complete answer", () -> {
                assertThat(node.json("/stats").at("/cluster").toString())
                        .isEqualTo("{\"complete\":true,\"responded_nodes\":[\"node-0\",\"node-1\",\"node-2\"],"
                                + "\"failed_nodes\":[],\"timeout_ms\":5000}");
                assertThat(node.get("/metrics").body())
                        .contains("emqx_bridge_mqtt_dq_bridge_publish_total{bridge=\"shared\"} "
                                + (double) stats(0).publish());
            });
        }
    }

    @Test
    void oneThatIsFrozenIsNamedAndBackWhenItGoesOn() {
        ServiceProcess frozen = nodes.get(2);
        frozen.freeze();
        try {
            awaitAsserted("the others, and only they, answer", () -> {
                JsonNode stats = nodes.get(0).json("/stats");
                assertThat(stats.at("/cluster").toString())
                        .isEqualTo("{\"complete\":false,\"responded_nodes\":[\"node-0\",\"node-1\"],\"failed_nodes\":"
                                + "[{\"node\":\"node-2\",\"reason\":\"did not answer within 4750 ms\"}],"
                                + "\"timeout_ms\":5000}");
                assertThat(stats.at("/bridges/0/status").stringValue()).isEqualTo("partial");
            });
            assertThat(nodes.get(1).json("/status").at("/status").stringValue()).isEqualTo("degraded");
        } finally {
            frozen.thaw();
        }
        awaitComplete(nodes.get(0));
    }

    @Test
    void oneThatIsKilledIsNamedAndBackWhenItStartsAgain() {
        nodes.get(1).kill();

        awaitAsserted(
                "its absence",
                () -> assertThat(failures(0).toString())
                        .isEqualTo(
                                "[{\"node\":\"node-1\",\"reason\":\"refused the connection: nobody listens there\"}]"));

        nodes.set(1, builders.get(1).start().awaitReady());
        awaitComplete(nodes.get(0));
    }

    @Test
    void oneWithAnotherLoginIsNamed() {
        nodes.get(2).kill();
        nodes.set(
                2,
                builders.get(2)
                        .property("spring.security.user.password", "something else")
                        .start());
        try {
            awaitAsserted(
                    "its refusal",
                    () -> assertThat(failures(0).toString())
                            .isEqualTo("[{\"node\":\"node-2\",\"reason\":\"refused the login (HTTP 401):"
                                    + " all instances need the same spring.security.user\"}]"));
        } finally {
            nodes.get(2).kill();
            nodes.set(
                    2,
                    builders.get(2)
                            .property("spring.security.user.password", StatusApi.PASSWORD)
                            .start()
                            .awaitReady());
        }
    }

    @Test
    void eachHasASessionOfItsOwnAtTheBroker() {
        assertThat(IntStream.range(0, NODES).mapToObj(i -> "mqtt-dq-shared-" + ClientIdHash.of("node-" + i)))
                .allSatisfy(client -> assertThat(broker.log()).contains(client));
    }

    private static void awaitComplete(ServiceProcess node) {
        await("all answer, and every bridge is ok")
                .atMost(PATIENCE)
                .until(() -> node.json("/status").at("/status").stringValue().equals("ok"));
    }

    /** Asks again where one of the others does not answer in time. */
    private static void awaitAsserted(String what, ThrowingRunnable assertion) {
        await(what).atMost(PATIENCE).untilAsserted(assertion);
    }

    private static BridgeStats stats(int node) {
        return nodes.get(node).status().await("shared", SeveralInstancesIT::isComplete);
    }

    /** Whether all instances have added to it. */
    private static boolean isComplete(BridgeStats stats) {
        return stats.status().equals("ok");
    }

    private static JsonNode failures(int node) {
        return nodes.get(node).json("/stats").at("/cluster/failed_nodes");
    }

    /** By this instance alone. */
    private static long publishedBy(int node) {
        return ServiceProcess.parse(nodes.get(node).management("/actuator/bridges/shared"))
                .at("/state/publish")
                .longValue();
    }
}
