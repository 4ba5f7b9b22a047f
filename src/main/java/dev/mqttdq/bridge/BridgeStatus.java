package dev.mqttdq.bridge;

import java.util.Locale;

/** How a bridge does, for the person who operates it. */
public enum BridgeStatus {
    /** Everything is connected and flows. */
    OK,
    /** It works with less than all it should have. */
    PARTIAL,
    /** No connector reaches the remote; messages collect on disk. */
    DISCONNECTED,
    /** Switched off in the configuration. */
    DISABLED,
    /** It cannot do its work before somebody acts. */
    ERROR;

    /** The name in metrics and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
