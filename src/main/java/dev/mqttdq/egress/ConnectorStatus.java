package dev.mqttdq.egress;

import org.jspecify.annotations.Nullable;

/**
 * A connector at one moment.
 *
 * @param backlog messages it holds and has not sent
 * @param reconnects connections made after the first
 * @param lastProgressNanos when the remote last took a message, or there was none to send; on the loop's clock
 * @param problem why it is not connected; null when it is
 */
public record ConnectorStatus(
        boolean connected,
        long backlog,
        long reconnects,
        long lastProgressNanos,
        @Nullable String problem) {}
