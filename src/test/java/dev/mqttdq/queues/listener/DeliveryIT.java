package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.testkit.Arrival;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How messages get from a queue to a client, and what its answers do. */
class DeliveryIT {

    private final ListenerFixture fixture = ListenerFixture.started();
    private final FakeQueues queues = fixture.queues;

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void deliversEverythingInOrderAndOnce() {
        IntStream.range(0, 2000).forEach(i -> queues.publish("orders", "t", i + " x"));

        try (Subscriber subscriber = Subscriber.to(fixture, "$queue/orders")) {
            queues.awaitLeft("orders", 0);

            subscriber.awaitDistinct(2000);
            assertThat(subscriber.log().duplicates()).isZero();
            assertThat(subscriber.log().outOfOrder()).isEmpty();
        }
    }

    @Test
    void deliversAllPropertiesAndTheOriginalTopic() {
        MessageProperties properties = new MessageProperties(
                1,
                100L,
                "text/plain",
                "answers",
                "id".getBytes(StandardCharsets.UTF_8),
                List.of(new UserProperty("k", "2"), new UserProperty("a", "ä"), new UserProperty("k", "1")));
        queues.publish("orders", FakeQueues.message("plant/1", "payload".getBytes(StandardCharsets.UTF_8), properties));

        try (Subscriber subscriber = Subscriber.to(fixture, "$queue/orders")) {
            Arrival arrival = subscriber.awaitSize(1).arrivals().get(0);

            assertThat(arrival.topic()).isEqualTo("plant/1");
            assertThat(arrival.text()).isEqualTo("payload");
            assertThat(arrival.qos()).isEqualTo(1);
            assertThat(arrival.properties().getPayloadFormat()).isTrue();
            assertThat(arrival.properties().getMessageExpiryInterval()).isEqualTo(100L);
            assertThat(arrival.properties().getContentType()).isEqualTo("text/plain");
            assertThat(arrival.properties().getResponseTopic()).isEqualTo("answers");
            assertThat(arrival.properties().getCorrelationData()).asString().isEqualTo("id");
            assertThat(arrival.properties().getUserProperties())
                    .extracting(property -> property.getKey() + "=" + property.getValue())
                    .containsExactly("k=2", "a=ä", "k=1");
        }
    }

    @Test
    void addsTheSubscriptionIdentifierOfTheSubscription() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe(identifier(7), option(false), "$queue/orders");
            client.subscribe(identifier(8), option(false), "$queue/others");
            queues.publish("others", "t", "1");
            assertThat(identifierOf(client.nextPublish())).isEqualTo(8);

            queues.publish("orders", "t", "1");
            assertThat(identifierOf(client.nextPublish())).isEqualTo(7);
        }
    }

    @Test
    void replacesTheOptionsOfASubscriptionThatIsMadeAgain() {
        BridgeMessage retained =
                new BridgeMessage("t", new byte[0], Qos.AT_LEAST_ONCE, true, 0, MessageProperties.NONE);
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe(identifier(7), option(false), "$queue/orders");
            queues.publish("orders", retained);
            MqttPublishMessage before = client.nextPublish();

            client.subscribe(identifier(9), option(true), "$queue/orders");
            queues.publish("orders", retained);
            MqttPublishMessage after = client.nextPublish();

            assertThat(identifierOf(before)).isEqualTo(7);
            assertThat(before.fixedHeader().isRetain()).isFalse();
            assertThat(identifierOf(after)).isEqualTo(9);
            assertThat(after.fixedHeader().isRetain()).isTrue();
            assertThat(queues.clients("orders")).containsExactly("c");
            assertThat(queues.inflight("orders")).isEqualTo(2);
        }
    }

    @Test
    void keepsToTheReceiveMaximumOverAllSubscriptions() {
        IntStream.range(0, 10).forEach(i -> queues.publish("orders", "t", "o" + i));
        IntStream.range(0, 10).forEach(i -> queues.publish("others", "t", "p" + i));
        try (WireClient client = WireClient.connected(
                fixture.port(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                        .clientId("c")
                        .properties(property(MqttProperties.RECEIVE_MAXIMUM, 3)))) {
            client.subscribe("$queue/orders", "$queue/others");
            Set<String> received = new TreeSet<>();
            Deque<MqttPublishMessage> held = new ArrayDeque<>();
            for (int i = 0; i < 20; i++) {
                MqttPublishMessage publish = client.nextPublish();
                received.add(WireClient.text(publish));
                held.add(publish);
                if (held.size() == 3) {
                    // Nothing but the answer comes while the window is full.
                    client.ping();
                    client.puback(held.remove(), 0);
                }
            }

            assertThat(received).hasSize(20);
        }
    }

    @Test
    void sendsNoMoreThanAWindowToClientsThatCannotNameOne() {
        IntStream.range(0, Limits.DEFAULT.window() + 50).forEach(i -> queues.publish("orders", "t", "" + i));
        try (WireClient client = WireClient.mqtt3(fixture.port(), "c")) {
            client.subscribe("$queue/orders");
            IntStream.range(0, Limits.DEFAULT.window()).forEach(i -> client.nextPublish());
            client.ping();

            assertThat(queues.inflight("orders")).isEqualTo(Limits.DEFAULT.window());
        }
    }

    @Test
    void offersToOthersWhatAClientRejects() {
        try (WireClient first = WireClient.mqtt5(fixture.port(), "first");
                WireClient second = WireClient.mqtt5(fixture.port(), "second")) {
            first.subscribe("$queue/orders");
            queues.publish("orders", "t", "1");
            first.puback(first.nextPublish(), 0x83);
            second.subscribe("$queue/orders");

            MqttPublishMessage again = second.nextPublish();

            assertThat(WireClient.text(again)).isEqualTo("1");
            assertThat(again.fixedHeader().isDup()).isFalse();
            assertThat(deliveriesOf(again)).isEqualTo("2");
        }
    }

    @Test
    void takesNoMatchingSubscribersForConsumed() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$queue/orders");
            queues.publish("orders", "t", "1");
            client.puback(client.nextPublish(), 0x10);

            queues.awaitLeft("orders", 0);
        }
    }

    @Test
    void ignoresAcknowledgementsOfWhatWasNeverSent() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$queue/orders");
            client.puback(4711, 0);
            client.ping();
            queues.publish("orders", "t", "1");

            assertThat(WireClient.text(client.nextPublish())).isEqualTo("1");
        }
    }

    @Test
    void givesToOthersWhatAClientIsTooSmallFor() {
        try (WireClient small = WireClient.connected(
                        fixture.port(),
                        connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                                .clientId("small")
                                .properties(property(MqttProperties.MAXIMUM_PACKET_SIZE, 100)));
                WireClient large = WireClient.mqtt5(fixture.port(), "large")) {
            small.subscribe("$queue/orders");
            queues.publish("orders", "t", "x".repeat(200));
            queues.publish("orders", "t", "fits");
            MqttPublishMessage fits = small.nextPublish();
            large.subscribe("$queue/orders");

            assertThat(WireClient.text(fits)).isEqualTo("fits");
            MqttPublishMessage taken = large.nextPublish();
            assertThat(WireClient.text(taken)).hasSize(200);
            assertThat(taken.variableHeader().properties().getProperty(MqttProperties.USER_PROPERTY))
                    .as("nobody had it before")
                    .isNull();
        }
    }

    @Test
    void givesToOthersWhatIsInFlightWhenASubscriptionEnds() {
        try (WireClient first = WireClient.mqtt5(fixture.port(), "first");
                WireClient second = WireClient.mqtt5(fixture.port(), "second")) {
            first.subscribe("$queue/orders");
            queues.publish("orders", "t", "1");
            MqttPublishMessage mine = first.nextPublish();
            first.unsubscribe("$queue/orders");
            second.subscribe("$queue/orders");
            MqttPublishMessage theirs = second.nextPublish();

            first.puback(mine, 0);
            first.ping();
            assertThat(queues.left("orders")).isEqualTo(1);

            second.puback(theirs, 0);
            queues.awaitLeft("orders", 0);
        }
    }

    @Test
    void givesToOthersWhatIsInFlightWhenAConnectionIsLost() {
        try (WireClient second = WireClient.mqtt5(fixture.port(), "second")) {
            try (WireClient first = WireClient.mqtt5(fixture.port(), "first")) {
                first.subscribe("$queue/orders", "$queue/others");
                queues.publish("orders", "t", "1");
                queues.publish("others", "t", "2");
                queues.awaitInflight("orders", 1);
                queues.awaitInflight("others", 1);
            }
            second.subscribe("$queue/orders", "$queue/others");

            assertThat(List.of(WireClient.text(second.nextPublish()), WireClient.text(second.nextPublish())))
                    .containsExactlyInAnyOrder("1", "2");
        }
    }

    @Test
    void sendsFarMoreThanASocketTakesWithoutHoldingIt() {
        byte[] payload = new byte[100_000];
        IntStream.range(0, 200)
                .forEach(i -> queues.publish("orders", FakeQueues.message("t", payload, MessageProperties.NONE)));
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$queue/orders");
            for (int i = 0; i < 200; i++) {
                client.puback(client.nextPublish(), 0);
            }
            queues.awaitLeft("orders", 0);
        }
    }

    @Test
    void refusesWhatAClientPublishes() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.sendHex("32 08 00 01 74 00 05 00 68 69");
            assertThat(replyCode(client.next(MqttMessageType.PUBACK))).isEqualTo(0x87);
            client.sendHex("34 08 00 01 74 00 06 00 68 69");
            assertThat(replyCode(client.next(MqttMessageType.PUBREC))).isEqualTo(0x87);
            client.sendHex("30 06 00 01 74 00 68 69");
            client.ping();
        }
    }

    @Test
    void closesOnAPublishOfAClientThatCannotBeTold() {
        try (WireClient client = WireClient.mqtt3(fixture.port(), "c")) {
            client.sendHex("32 07 00 01 74 00 05 68 69");

            client.awaitClose();
        }
    }

    private static int replyCode(MqttMessage reply) {
        return Byte.toUnsignedInt(((MqttPubReplyMessageVariableHeader) reply.variableHeader()).reasonCode());
    }

    private static MqttSubscriptionOption option(boolean retainAsPublished) {
        return new MqttSubscriptionOption(
                MqttQoS.EXACTLY_ONCE,
                false,
                retainAsPublished,
                MqttSubscriptionOption.RetainedHandlingPolicy.SEND_AT_SUBSCRIBE);
    }

    private static MqttProperties identifier(int value) {
        return property(MqttProperties.SUBSCRIPTION_IDENTIFIER, value);
    }

    private static MqttProperties property(int property, int value) {
        MqttProperties properties = new MqttProperties();
        properties.add(new IntegerProperty(property, value));
        return properties;
    }

    private static Object identifierOf(MqttPublishMessage publish) {
        return publish.variableHeader()
                .properties()
                .getProperty(MqttProperties.SUBSCRIPTION_IDENTIFIER)
                .value();
    }

    private static String deliveriesOf(MqttPublishMessage publish) {
        return ((MqttProperties.UserProperties)
                        publish.variableHeader().properties().getProperty(MqttProperties.USER_PROPERTY))
                .value().stream()
                        .filter(pair -> pair.key.equals("mqtt-dq-deliveries"))
                        .map(pair -> pair.value)
                        .findFirst()
                        .orElseThrow();
    }
}
