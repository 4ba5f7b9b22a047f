package dev.mqttdq.cluster;

/** Why there is no view of another instance, in words that an operator can act on. */
final class PeerException extends Exception {

    private static final long serialVersionUID = 1L;

    PeerException(String reason) {
        super(reason);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
