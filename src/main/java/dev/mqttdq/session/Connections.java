package dev.mqttdq.session;

import dev.mqttdq.config.ProtocolVersion;

/** Makes connections of the version asked for. */
final class Connections {

    private Connections() {}

    /** A connection that is not begun yet. */
    static MqttConnection create(SessionSettings settings, HandOver handOver, ConnectionListener listener) {
        ReadGate gate = new ReadGate(handOver);
        return settings.version() == ProtocolVersion.V5
                ? new PahoV5Connection(settings, gate, listener)
                : new PahoV3Connection(settings, gate, listener);
    }
}
