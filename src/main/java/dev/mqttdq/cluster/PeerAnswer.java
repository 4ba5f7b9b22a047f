package dev.mqttdq.cluster;

import dev.mqttdq.config.ServerAddress;

/** What came of asking one address. */
sealed interface PeerAnswer {

    ServerAddress address();

    /** An instance answered. */
    record Answered(ServerAddress address, NodeView view) implements PeerAnswer {}

    /**
     * None did.
     *
     * @param reason in words
     */
    record Failed(ServerAddress address, String reason) implements PeerAnswer {}
}
