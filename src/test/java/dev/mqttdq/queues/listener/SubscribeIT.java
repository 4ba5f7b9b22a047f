package dev.mqttdq.queues.listener;

import static dev.mqttdq.queues.listener.ListenerFixture.allow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttUnsubAckMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What SUBACK and UNSUBACK say, and what reaches the queues. */
class SubscribeIT {

    private final ListenerFixture fixture = ListenerFixture.started();

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$queue/orders", "$queue/orders/t/+", "$queue/a.B-1_", "$q/t/#"})
    void grantsEveryFormWithQos1(String topic) {
        try (WireClient mqtt5 = WireClient.mqtt5(fixture.port(), "a");
                WireClient mqtt3 = WireClient.mqtt3(fixture.port(), "b")) {
            assertThat(mqtt5.subscribe(topic).payload().reasonCodes()).containsExactly(1);
            assertThat(mqtt3.subscribe(topic).payload().reasonCodes()).containsExactly(1);
        }
    }

    @Test
    void namesTheDeprecatedFormByItsFilter() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$q/t/#");

            fixture.queues.awaitClients("/t/#", 1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"$queue/", "$queue/-x", "$queue/a b", "$queue/+", "$queue/#", "$queue/a/b#", "$queue/a/", "$q/"})
    void refusesNamesAndFiltersThatAreNotValid(String topic) {
        refuses(topic, 0x8f, "not valid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "#", "$SYS/#", "$share/group/t", "$queue", "queue/orders", "$QUEUE/orders"})
    void refusesWhatIsNoQueue(String topic) {
        refuses(topic, 0x8f, "only message queues");
    }

    @Test
    void refusesWhatTheRulesDoNotAllow() {
        fixture.change(settings -> ListenerFixture.withRules(settings, allow("$queue/+")));

        refuses("$queue/orders/#", 0x87, "not allowed");
    }

    private void refuses(String topic, int code, String reason) {
        try (WireClient mqtt5 = WireClient.mqtt5(fixture.port(), "a");
                WireClient mqtt3 = WireClient.mqtt3(fixture.port(), "b")) {
            MqttSubAckMessage suback = mqtt5.subscribe(topic, "$queue/fine");

            assertThat(suback.payload().reasonCodes()).containsExactly(code, 1);
            assertThat(reasonOf(suback)).asString().contains(reason);
            assertThat(mqtt3.subscribe(topic, "$queue/fine").payload().reasonCodes())
                    .containsExactly(0x80, 1);
            assertThat(fixture.count("refused_subscriptions")).isEqualTo(2);
        }
    }

    @Test
    void givesNoReasonToClientsThatWantNone() {
        try (WireClient client = connectedWith(MqttProperties.REQUEST_PROBLEM_INFORMATION, 0)) {
            assertThat(reasonOf(client.subscribe("t"))).isNull();
        }
    }

    @Test
    void givesNoReasonThatIsTooLargeForTheClient() {
        try (WireClient client = connectedWith(MqttProperties.MAXIMUM_PACKET_SIZE, 30)) {
            assertThat(reasonOf(client.subscribe("t"))).isNull();
        }
    }

    @Test
    void letsAQueueBeMadeOnlyByWhoeverMaySubscribeToItsFilter() {
        fixture.change(settings -> ListenerFixture.withRules(settings, allow("$queue/#"), allow("public/#")));
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$queue/a/public/x", "$queue/b/private/x", "$queue/c/#", "$queue/d");
            fixture.queues.awaitClients("d", 1);

            assertThat(fixture.queues.mayCreate("a")).containsExactly(true);
            assertThat(fixture.queues.mayCreate("b")).containsExactly(false);
            assertThat(fixture.queues.mayCreate("c")).containsExactly(false);
            assertThat(fixture.queues.mayCreate("d")).containsExactly(false);
        }
    }

    @Test
    void boundsTheSubscriptionsOfAClient() {
        int limit = Limits.DEFAULT.subscriptions();
        String[] topics =
                IntStream.rangeClosed(0, limit).mapToObj(i -> "$queue/q" + i).toArray(String[]::new);
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            assertThat(client.subscribe(topics).payload().reasonCodes())
                    .hasSize(limit + 1)
                    .endsWith(1, 0x97);
            assertThat(client.subscribe(topics[0]).payload().reasonCodes()).containsExactly(1);

            client.unsubscribe(topics[0]);
            assertThat(client.subscribe(topics[limit]).payload().reasonCodes()).containsExactly(1);
        }
    }

    @Test
    void saysWhichSubscriptionsThereWereToEnd() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "c")) {
            client.subscribe("$queue/orders");
            fixture.queues.awaitClients("orders", 1);

            MqttUnsubAckMessage unsuback = (MqttUnsubAckMessage) client.unsubscribe("$queue/orders", "$queue/others");

            assertThat(unsuback.payload().unsubscribeReasonCodes()).containsExactly((short) 0, (short) 0x11);
            fixture.queues.awaitClients("orders", 0);
        }
    }

    private WireClient connectedWith(int property, int value) {
        MqttProperties properties = new MqttProperties();
        properties.add(new IntegerProperty(property, value));
        return WireClient.connected(
                fixture.port(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                        .clientId("c")
                        .properties(properties));
    }

    private static @Nullable Object reasonOf(MqttSubAckMessage suback) {
        var reason = suback.idAndPropertiesVariableHeader().properties().getProperty(MqttProperties.REASON_STRING);
        return reason == null ? null : reason.value();
    }
}
