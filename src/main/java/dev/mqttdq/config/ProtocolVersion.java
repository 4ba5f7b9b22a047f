package dev.mqttdq.config;

import java.util.Locale;

/** The MQTT version spoken on a connection. */
public enum ProtocolVersion {
    /** MQTT 3.1. */
    V3,
    /** MQTT 3.1.1. */
    V4,
    /** MQTT 5.0. */
    V5;

    /** The name in configuration and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
