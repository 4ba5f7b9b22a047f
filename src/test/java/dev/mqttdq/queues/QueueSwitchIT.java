package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues that come and go while the service runs. */
class QueueSwitchIT {

    private static final String ONE =
            "one { topic_filter = \"one/#\", is_lastvalue = false, consumer_max_inflight = %d }";
    private static final String TWO = "two { topic_filter = \"two/#\", is_lastvalue = false }";

    @Test
    void listensFromTheFirstQueueToTheLast(@TempDir Path directory) {
        try (TestBroker local = TestBroker.started();
                QueueNode node = QueueNode.started("auto", directory, local.address(), "")) {
            assertThat(Ports.accepts(node.listenerPort())).isFalse();

            node.queues().createRegular("first", "first/#", "");
            assertThat(node.awaitListener()).isEqualTo(node.listenerPort());
            HttpResponse<String> off = node.queues().send("PUT", "/queues/config", "{\"enable\": false}");
            assertThat(off.statusCode()).isEqualTo(400);
            assertThat(off.body()).contains("BAD_REQUEST", "enable");

            node.queues().delete("first");
            await("the listener is closed")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !Ports.accepts(node.listenerPort()));
            assertThat(node.queues()
                            .send("PUT", "/queues/config", "{\"enable\": false}")
                            .statusCode())
                    .isEqualTo(204);
            HttpResponse<String> create =
                    node.queues().send("POST", "/queues", "{\"name\": \"first\", \"topic_filter\": \"first/#\"}");
            assertThat(create.statusCode()).isEqualTo(503);
            assertThat(create.body()).contains("SERVICE_UNAVAILABLE", "Not enabled");
        }
    }

    @Test
    void changesToDeclaredQueuesDisturbNothingElse(@TempDir Path directory) {
        try (TestBroker local = TestBroker.started();
                TestBroker remote = TestBroker.started();
                TcpProxy toLocal = TcpProxy.to(local);
                TcpProxy toRemote = TcpProxy.to(remote);
                QueueNode node = QueueNode.starting(
                        "reload",
                        directory,
                        toLocal.address(),
                        "declare { " + ONE.formatted(5) + " }",
                        builder -> builder.property("mqtt-dq.remotes.far.server", toRemote.address())
                                .property("mqtt-dq.bridges.b.remote", "far")
                                .property("mqtt-dq.bridges.b.pool_size", "1")
                                .property("mqtt-dq.bridges.b.filter_topic", "b/#")
                                .property("mqtt-dq.bridges.b.remote_topic", "${topic}"));
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "b/#")) {
            node.process().awaitReady().status().awaitOk("b");
            node.queues().awaitConnected("one");
            try (QueueConsumer consumer = node.consume("mqttv5", "one")) {
                int before = toLocal.connections();

                node.configure("declare { " + ONE.formatted(5) + ", " + TWO + " }");
                await("two is there")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> node.queues().exists("two"));
                node.queues().awaitConnected("two");
                node.configure("declare { " + ONE.formatted(7) + ", " + TWO + " }");
                await("one is changed")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> node.queues()
                                .send("GET", "/queue/one", "")
                                .body()
                                .contains("\"consumer_max_inflight\":7"));
                node.configure("declare { " + ONE.formatted(7) + " }");
                await("two is not declared any more")
                        .atMost(Duration.ofMinutes(1))
                        .until(() -> node.queues()
                                .send("GET", "/queue/two", "")
                                .body()
                                .contains("\"declared\":false"));
                node.queues().delete("two");

                publisher.publishEach(10, 1, "one/t", "b/t");
                consumer.awaitLines(10);
                subscriber.awaitDistinct(10);
                assertThat(node.queues().counts("one").subscribers()).isEqualTo(1);
                await("queue two is gone").atMost(Duration.ofMinutes(1)).until(() -> toLocal.open() == 2);
                // That of queue two, and the one that ended its session.
                assertThat(toLocal.connections() - before).isLessThanOrEqualTo(2);
                assertThat(toRemote.connections()).isEqualTo(1);
            }
        }
    }
}
