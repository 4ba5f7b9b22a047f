package dev.mqttdq.egress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.QosRule;
import dev.mqttdq.config.RetainRule;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.session.Connack;
import dev.mqttdq.session.OutboundPublish;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingTest {

    private static final long ARRIVED = 1_700_000_000_000L;

    @Test
    void isTheMessageItselfByDefault() {
        MessageProperties properties = new MessageProperties(
                1,
                null,
                "text",
                "answer",
                new byte[] {1},
                List.of(new UserProperty("k", "1"), new UserProperty("k", "2")));
        BridgeMessage message = message("a/b", Qos.EXACTLY_ONCE, true, properties);

        OutboundPublish sent = sent(message, settings(), Connack.UNLIMITED, ARRIVED);

        assertThat(sent).isEqualTo(new OutboundPublish("a/b", message.payload(), Qos.EXACTLY_ONCE, true, properties));
    }

    @ParameterizedTest
    @ValueSource(strings = {"V3", "V4"})
    void leavesPropertiesOutBeforeMqtt5(ProtocolVersion version) {
        MessageProperties properties = new MessageProperties(1, 60L, "text", null, new byte[1], List.of());

        OutboundPublish sent = sent(
                message("a", Qos.AT_LEAST_ONCE, false, properties),
                settings().version(version),
                Connack.UNLIMITED,
                ARRIVED);

        assertThat(sent.properties()).isEqualTo(MessageProperties.NONE);
    }

    @Test
    void followsTemplateQosAndRetainOfTheSettings() {
        BridgeSettingsBuilder settings = settings()
                .remoteTopic("x/${topic}/y")
                .remoteQos(new QosRule(Qos.AT_MOST_ONCE))
                .remoteRetain(RetainRule.TRUE);

        OutboundPublish sent = sent(message("$1/\\", Qos.EXACTLY_ONCE, false), settings, Connack.UNLIMITED, ARRIVED);

        assertThat(sent.topic()).isEqualTo("x/$1/\\/y");
        assertThat(sent.qos()).isEqualTo(Qos.AT_MOST_ONCE);
        assertThat(sent.retain()).isTrue();
        assertThat(sent(
                                message("a", Qos.AT_MOST_ONCE, true),
                                settings().remoteRetain(RetainRule.FALSE),
                                Connack.UNLIMITED,
                                ARRIVED)
                        .retain())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 0", "2, 0, 0", "0, 1, 0", "1, 1, 1", "2, 1, 1", "2, 2, 2"})
    void staysBelowTheQosOfTheRemote(int published, int maximum, int expected) {
        Connack limits = new Connack(false, 10, 1000, Qos.of(maximum), true, null);

        assertThat(sent(message("a", Qos.of(published), false), settings(), limits, ARRIVED)
                        .qos()
                        .value())
                .isEqualTo(expected);
    }

    @Test
    void clearsRetainWhereTheRemoteHasNone() {
        Connack limits = new Connack(false, 10, 1000, Qos.EXACTLY_ONCE, false, null);

        assertThat(sent(message("a", Qos.AT_MOST_ONCE, true), settings(), limits, ARRIVED)
                        .retain())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"60, 0, 60", "60, 999, 60", "60, 1000, 59", "60, 59999, 1", "60, -5000, 60", "4294967295, 0, 4294967295"
    })
    void takesTheTimeQueuedOffTheExpiry(long expiry, long queuedMillis, long left) {
        BridgeMessage message =
                message("a", Qos.AT_LEAST_ONCE, false, MessageProperties.NONE.withMessageExpiry(expiry));

        assertThat(sent(message, settings(), Connack.UNLIMITED, ARRIVED + queuedMillis)
                        .properties()
                        .messageExpiry())
                .isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"60, 60000", "60, 1000000000", "1, 1000", "0, 0"})
    void dropsWhatHasExpired(long expiry, long queuedMillis) {
        BridgeMessage message =
                message("a", Qos.AT_LEAST_ONCE, false, MessageProperties.NONE.withMessageExpiry(expiry));

        assertThat(dropped(message, settings(), Connack.UNLIMITED, ARRIVED + queuedMillis))
                .isEqualTo(DropReason.EXPIRED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V4", "V5"})
    void obeysTheMaximumPacketSizeToTheByte(ProtocolVersion version) {
        BridgeMessage message = message("topic", Qos.AT_LEAST_ONCE, false);
        BridgeSettingsBuilder settings = settings().version(version);
        long size = sent(message, settings, Connack.UNLIMITED, ARRIVED).packetSize();

        assertThat(size).isEqualTo(2 + 2 + 5 + 2 + 1 + message.payload().length);
        assertThat(sent(message, settings, atMost(size), ARRIVED).topic()).isEqualTo("topic");
        assertThat(dropped(message, settings, atMost(size - 1), ARRIVED)).isEqualTo(DropReason.PACKET_TOO_LARGE);
    }

    @Test
    void dropsWhatMqttCannotNameAfterTheTemplateWasApplied() {
        String longest = "t".repeat(65_535);
        assertThat(sent(message(longest, Qos.AT_MOST_ONCE, false), settings(), Connack.UNLIMITED, ARRIVED)
                        .topic())
                .isEqualTo(longest);

        assertThat(dropped(
                        message(longest, Qos.AT_MOST_ONCE, false),
                        settings().remoteTopic("x${topic}"),
                        Connack.UNLIMITED,
                        ARRIVED))
                .isEqualTo(DropReason.INVALID_TOPIC);
        assertThat(dropped(
                        message("ü".repeat(32_768), Qos.AT_MOST_ONCE, false), settings(), Connack.UNLIMITED, ARRIVED))
                .isEqualTo(DropReason.INVALID_TOPIC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/#", "a/+/b", "a\0b", "a/\uD800"})
    void dropsWhatIsNoTopicName(String topic) {
        assertThat(dropped(message(topic, Qos.AT_MOST_ONCE, false), settings(), Connack.UNLIMITED, ARRIVED))
                .isEqualTo(DropReason.INVALID_TOPIC);
    }

    private static BridgeSettingsBuilder settings() {
        return BridgeSettingsBuilder.to(1883);
    }

    private static Connack atMost(long bytes) {
        return new Connack(false, 10, bytes, Qos.EXACTLY_ONCE, true, null);
    }

    private static BridgeMessage message(String topic, Qos qos, boolean retain) {
        return message(topic, qos, retain, MessageProperties.NONE);
    }

    private static BridgeMessage message(String topic, Qos qos, boolean retain, MessageProperties properties) {
        return new BridgeMessage(topic, "payload".getBytes(UTF_8), qos, retain, ARRIVED, properties);
    }

    private static OutboundPublish sent(
            BridgeMessage message, BridgeSettingsBuilder settings, Connack limits, long now) {
        BridgeSettings bridge = settings.build(Path.of("queue"));
        assertThat(Outgoing.of(message, bridge, limits, now)).isInstanceOf(Outgoing.Send.class);
        return ((Outgoing.Send) Outgoing.of(message, bridge, limits, now)).publish();
    }

    private static DropReason dropped(BridgeMessage message, BridgeSettingsBuilder settings, Connack limits, long now) {
        BridgeSettings bridge = settings.build(Path.of("queue"));
        assertThat(Outgoing.of(message, bridge, limits, now)).isInstanceOf(Outgoing.Impossible.class);
        return ((Outgoing.Impossible) Outgoing.of(message, bridge, limits, now)).reason();
    }
}
