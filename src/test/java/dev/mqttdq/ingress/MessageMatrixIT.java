package dev.mqttdq.ingress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Arrival;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.LocalSide;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.eclipse.paho.mqttv5.common.packet.UserProperty;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of message on its whole way, byte for byte, at once and after a restart while queued. */
@Execution(ExecutionMode.CONCURRENT)
class MessageMatrixIT {

    private static final List<String> TOPICS = List.of(
            "/leading",
            "trailing/",
            "double//slash",
            "/",
            "with space/and  two",
            "ünï/日本/🚀",
            "dollar/$x/${topic}",
            "back\\slash",
            "deep/" + "x/".repeat(150) + "end",
            "plain");

    @TempDir
    Path directory;

    static Stream<Named<Supplier<TestBroker>>> brokers() {
        return Stream.of(
                Named.of("mosquitto", (Supplier<TestBroker>) Mosquitto::started),
                Named.of("embedded", (Supplier<TestBroker>) EmbeddedBroker::started));
    }

    @ParameterizedTest
    @MethodSource("brokers")
    void arrivesByteForByte(Supplier<TestBroker> started) {
        List<Sent> messages = messages();
        try (TestBroker local = started.get();
                Mosquitto remote = Mosquitto.started();
                Subscriber subscriber = Subscriber.to(remote, "#");
                Publisher publisher = Publisher.to(local)) {
            try (RemoteSide egress = open(remote);
                    LocalSide ingress = LocalSide.at(local.port()).start(egress.partitions())) {
                ingress.awaitSubscribed();
                egress.start();
                messages.forEach(message -> message.publish(publisher));
                assertSame(messages, subscriber.awaitSize(messages.size()).arrivals());
                egress.awaitDrained();
            }
            try (RemoteSide egress = open(remote);
                    LocalSide ingress = LocalSide.at(local.port()).start(egress.partitions())) {
                ingress.awaitSubscribed();
                messages.forEach(message -> message.publish(publisher));
                publisher.awaitAcknowledged();
                egress.awaitStored(messages.size());
            }
            try (RemoteSide egress = open(remote)) {
                egress.start();
                List<Arrival> all = subscriber.awaitSize(2 * messages.size()).arrivals();
                assertSame(messages, all.subList(messages.size(), all.size()));
                assertThat(egress.awaitDrained().counters().publish()).isEqualTo(messages.size());
            }
        }
    }

    private RemoteSide open(Mosquitto remote) {
        return RemoteSide.opened(
                BridgeSettingsBuilder.to(remote.port()).partitions(4).build(directory), InstantSource.system());
    }

    private static void assertSame(List<Sent> sent, List<Arrival> arrived) {
        assertThat(arrived.stream().map(MessageMatrixIT::describe))
                .containsExactlyInAnyOrderElementsOf(
                        sent.stream().map(Sent::describe).toList());
    }

    private static List<Sent> messages() {
        byte[] megabyte = new byte[1 << 20];
        byte[] binary = new byte[1000];
        new Random(7).nextBytes(megabyte);
        new Random(8).nextBytes(binary);
        List<byte[]> payloads = List.of(new byte[0], binary, "text ${qos} \\".getBytes(UTF_8));
        List<Sent> messages = new ArrayList<>();
        for (String topic : TOPICS) {
            for (int qos = 0; qos <= 2; qos++) {
                for (boolean retain : new boolean[] {false, true}) {
                    byte[] payload = payloads.get(messages.size() % payloads.size());
                    messages.add(new Sent(topic, payload, qos, retain, messages.size() % 2 == 0));
                }
            }
        }
        for (int qos = 0; qos <= 2; qos++) {
            messages.add(new Sent("big/" + qos, megabyte, qos, false, qos == 1));
        }
        return messages;
    }

    /** @param full whether it carries every property */
    private record Sent(String topic, byte[] payload, int qos, boolean retain, boolean full) {

        void publish(Publisher publisher) {
            publisher.publish(topic, payload, qos, retain, properties());
        }

        String describe() {
            return MessageMatrixIT.describe(topic, payload, qos, retain, properties());
        }

        private MqttProperties properties() {
            MqttProperties properties = new MqttProperties();
            if (full) {
                properties.setPayloadFormat(true);
                properties.setContentType("text/plain; ü");
                properties.setResponseTopic("answer/日本");
                properties.setCorrelationData(new byte[] {0, -1, 13, 10, 0x7f});
                properties.setMessageExpiryInterval(3600L);
                properties.setUserProperties(List.of(
                        new UserProperty("k", "1"),
                        new UserProperty("other", ""),
                        new UserProperty("k", "2"),
                        new UserProperty("errorChannel", "nullChannel"),
                        new UserProperty("k", "1")));
            }
            return properties;
        }
    }

    private static String describe(Arrival arrival) {
        return describe(arrival.topic(), arrival.payload(), arrival.qos(), arrival.retain(), arrival.properties());
    }

    private static String describe(String topic, byte[] payload, int qos, boolean retain, MqttProperties properties) {
        byte[] correlation = properties.getCorrelationData();
        Long expiry = properties.getMessageExpiryInterval();
        return String.join(
                "|",
                topic,
                payload.length + "#" + Arrays.hashCode(payload),
                "qos" + qos,
                "retain " + retain,
                "utf8 " + properties.getPayloadFormat(),
                String.valueOf(properties.getContentType()),
                String.valueOf(properties.getResponseTopic()),
                correlation == null ? "null" : HexFormat.of().formatHex(correlation),
                // Brokers and queue take off the time it was with them.
                expiry == null ? "no expiry" : "expires " + (expiry > 3300 && expiry <= 3600),
                properties.getUserProperties().stream()
                        .map(property -> property.getKey() + "=" + property.getValue())
                        .toList()
                        .toString());
    }
}
