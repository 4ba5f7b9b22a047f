package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.queues.Delivery;
import dev.mqttdq.queues.listener.QueueSubscription.Options;
import dev.mqttdq.session.OutboundPublish;
import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishPacketsTest {

    private static final Options PLAIN = new Options(0, false);
    private static final MessageProperties PROPERTIES = new MessageProperties(
            1,
            3600L,
            "text/plain",
            "answers/ä",
            new byte[] {1, 2, 3},
            List.of(new UserProperty("k", "1"), new UserProperty("k", "2")));

    @Test
    void saysNothingAboutAttemptsTheFirstTime() {
        OutboundPublish publish = PublishPackets.publish(delivery(false, 1), PLAIN);

        assertThat(publish.properties()).isEqualTo(PROPERTIES);
    }

    @Test
    void countsAttemptsFromTheSecondOn() {
        OutboundPublish publish = PublishPackets.publish(delivery(false, 2), PLAIN);

        assertThat(publish.properties().userProperties())
                .containsExactly(
                        new UserProperty("k", "1"),
                        new UserProperty("k", "2"),
                        new UserProperty("mqtt-dq-deliveries", "2"));
    }

    @Test
    void clearsRetainUnlessAskedForAsPublished() {
        assertThat(PublishPackets.publish(delivery(true, 1), PLAIN).retain()).isFalse();
        assertThat(PublishPackets.publish(delivery(true, 1), new Options(0, true))
                        .retain())
                .isTrue();
        assertThat(PublishPackets.publish(delivery(false, 1), new Options(0, true))
                        .retain())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 268_435_455})
    void neverUnderestimatesAPacket(int identifier) {
        for (int payload : new int[] {0, 1, 90, 100, 110, 120, 130, 16_200, 16_300, 16_400}) {
            Options options = new Options(identifier, false);
            OutboundPublish publish = PublishPackets.publish(
                    new Delivery(
                            1, new BridgeMessage("a/b", new byte[payload], Qos.AT_LEAST_ONCE, false, 0, PROPERTIES), 2),
                    options);

            assertThat(PublishPackets.size(publish, options))
                    .isBetween((long) encoded(publish, options), encoded(publish, options) + 7L);
        }
    }

    private static int encoded(OutboundPublish publish, Options options) {
        EmbeddedChannel channel = new EmbeddedChannel(MqttEncoder.INSTANCE);
        channel.writeOutbound(MqttMessageBuilders.connect()
                .protocolVersion(MqttVersion.MQTT_5)
                .clientId("c")
                .build());
        channel.releaseOutbound();
        channel.writeOutbound(PublishPackets.packet(publish, 1, options));
        int size = 0;
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            size += bytes.readableBytes();
            bytes.release();
        }
        return size;
    }

    private static Delivery delivery(boolean retain, int attempt) {
        return new Delivery(
                7,
                new BridgeMessage(
                        "a/b", "payload".getBytes(StandardCharsets.UTF_8), Qos.AT_LEAST_ONCE, retain, 0, PROPERTIES),
                attempt);
    }
}
