package dev.mqttdq.bridge;

/** There is nothing of this name to operate on. */
public class UnknownBridgeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String bridge;

    public UnknownBridgeException(String bridge) {
        super("no such bridge: " + bridge);
        this.bridge = bridge;
    }

    /** The name asked for. */
    public String bridge() {
        return bridge;
    }
}
