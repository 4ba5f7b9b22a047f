package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.QueueConsumer;
import dev.mqttdq.testkit.WireClient;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean no good, against a service with little memory: it stays well, and honest consumers go on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileConsumersIT {

    private static final int HEAP_MEGABYTES = 128;
    /** What a JVM of this heap takes beside it, with the buffers of the sockets. */
    private static final int BESIDE_MEGABYTES = 256;

    /** More than the listener lets wait for their login, so that it is closed to others until their time is up. */
    private static final int STRANGERS = 1_500;

    private static final int ROUNDS = 100;

    private final List<WireClient> hostile = new ArrayList<>();
    private Mosquitto local;
    private QueueNode node;

    @BeforeAll
    void start(@TempDir Path directory) {
        local = Mosquitto.started();
        node = QueueNode.starting(
                "hostile", directory, local.address(), "", builder -> builder.jvmOption("-Xmx" + HEAP_MEGABYTES + "m"));
        node.process().awaitReady();
    }

    @AfterAll
    void stop() {
        node.close();
        local.close();
    }

    @AfterEach
    void theServiceIsWell() throws IOException {
        hostile.forEach(WireClient::close);
        hostile.clear();
        assertThat(node.process().isAlive()).isTrue();
        assertThat(node.process().management("/actuator/health/liveness").statusCode())
                .isEqualTo(200);
        assertThat(node.process().log()).doesNotContain("OutOfMemoryError", "LEAK:");
        assertThat(residentMegabytes()).isLessThan(HEAP_MEGABYTES + BESIDE_MEGABYTES);
    }

    private long residentMegabytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + node.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                .sum();
    }

    private void assertConsumed(String queue, int count) {
        try (QueueConsumer consumer = node.consume("mqttv5", queue)) {
            node.queues().await(queue, counts -> counts.messages() == 0);
            assertThat(consumer.awaitLines(count).numbers())
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, count).boxed().toList());
        }
    }

    private void createFull(String queue, int messages, int payloadBytes) {
        node.queues().createRegular(queue, queue + "/#", "\"consumer_max_inflight\": 10000");
        node.awaitListener();
        try (Publisher publisher = Publisher.to(local).payloadBytes(payloadBytes)) {
            publisher.publishEach(messages, 1, queue + "/t");
            assertThat(publisher.awaitAcknowledged()).isZero();
        }
        node.queues().await(queue, counts -> counts.messages() == messages);
    }

    @Test
    void halfOpenConnectionsKeepOthersOutForSecondsOnly() {
        createFull("half-open", 50, 0);
        for (int stranger = 0; stranger < STRANGERS; stranger++) {
            WireClient client = WireClient.open(node.listenerPort());
            hostile.add(client);
            if (stranger % 2 == 0) {
                // CONNECT of 127 bytes, of which no more will come.
                client.sendHex("10 7f 00 04 4d 51");
            }
        }

        assertConsumed("half-open", 50);
    }

    @Test
    void garbageAndGiantPacketsEndTheirConnectionsOnly() {
        createFull("garbage", 50, 0);
        Random random = new Random(1);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] garbage = new byte[1 + random.nextInt(500)];
            random.nextBytes(garbage);
            sendAndAwaitClose(WireClient.open(node.listenerPort()), garbage);
            // A PUBLISH that says it has 256 MB.
            sendAndAwaitClose(
                    WireClient.mqtt5(node.listenerPort(), "giant"),
                    new byte[] {0x32, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f, 0, 1, 't', 0, 1});
            // SUBSCRIBE without its packet identifier.
            sendAndAwaitClose(WireClient.mqtt3(node.listenerPort(), "malformed"), new byte[] {(byte) 0x82, 0});
        }

        assertConsumed("garbage", 50);
    }

    private static void sendAndAwaitClose(WireClient client, byte[] bytes) {
        try (client) {
            client.send(bytes);
            // Garbage may look like the beginning of a packet: no more follows.
            client.shutdownOutput();
            client.awaitClose();
        } catch (UncheckedIOException e) {
            // Closed before all was written.
            assertThat(e).hasRootCauseInstanceOf(IOException.class);
        }
    }

    @Test
    void aClientThatNeverReadsDoesNotFillTheMemory() {
        createFull("slow", 1500, 100_000);
        for (int client = 0; client < 20; client++) {
            WireClient slow = WireClient.mqtt5(node.listenerPort(), "slow-" + client);
            hostile.add(slow);
            slow.subscribe("$queue/slow");
        }
        node.queues().await("slow", counts -> counts.inflight() > 0);

        try (QueueConsumer consumer = QueueConsumer.start(node.listenerPort(), "mqttv5", "$queue/slow")) {
            await("others consume")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> node.queues().counts("slow").acked() > 500);
            hostile.forEach(WireClient::close);
            node.queues().await("slow", counts -> counts.messages() == 0);
            await("nothing is lost")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> consumer.numbers().stream().distinct().count() == 1500);
        }
    }

    @Test
    void aFloodOfPublishesIsRefused() {
        createFull("flood", 50, 0);
        WireClient flooding = WireClient.mqtt5(node.listenerPort(), "flood");
        hostile.add(flooding);
        try {
            for (int message = 1; message <= 5_000; message++) {
                flooding.send(MqttMessageBuilders.publish()
                        .topicName("flood/t")
                        .qos(MqttQoS.AT_LEAST_ONCE)
                        .messageId(message)
                        .properties(MqttProperties.NO_PROPERTIES)
                        .payload(Unpooled.wrappedBuffer(new byte[1000]))
                        .build());
            }
        } catch (UncheckedIOException e) {
            // It reads no answers, so that it may be disconnected.
            assertThat(e).hasRootCauseInstanceOf(IOException.class);
        }

        assertThat(node.queues().counts("flood").enqueued()).isEqualTo(50);
        assertConsumed("flood", 50);
    }
}
