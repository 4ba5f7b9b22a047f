package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import org.jspecify.annotations.Nullable;

/**
 * What a broker said when it accepted a connection (MQTT 5.0 section 3.2); valid for that connection only.
 *
 * @param receiveMaximum most QoS 1 and 2 messages it takes unacknowledged
 * @param maximumPacketSize largest packet it takes, in bytes
 * @param maximumQos highest QoS it takes
 * @param retainAvailable whether it takes retained messages
 * @param serverKeepAlive the keep alive it wants, in seconds; null: the client's holds
 */
public record Connack(
        boolean sessionPresent,
        int receiveMaximum,
        long maximumPacketSize,
        Qos maximumQos,
        boolean retainAvailable,
        @Nullable Integer serverKeepAlive) {

    /** The largest packet MQTT knows, fixed header included. */
    static final long LARGEST_PACKET = 268_435_455L + 5;

    /** No limit at all. */
    public static final Connack UNLIMITED = legacy(false);

    /** What a broker of MQTT 3.1 or 3.1.1 can say. */
    static Connack legacy(boolean sessionPresent) {
        return new Connack(sessionPresent, 65_535, LARGEST_PACKET, Qos.EXACTLY_ONCE, true, null);
    }
}
