package dev.mqttdq.queues.listener;

import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.EncoderException;
import java.io.IOException;

/** Tells what is the client's fault from what is ours. */
final class ConnectionFailures {

    private ConnectionFailures() {}

    /** @param client a name or an address */
    static void report(ListenerReports reports, Object client, Throwable failure) {
        if (failure instanceof EncoderException) {
            reports.bug(failure);
        } else if (failure instanceof DecoderException) {
            // TLS that is none, or a handshake that failed.
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            reports.violation(client, String.valueOf(cause.getMessage()));
        } else if (!(failure instanceof IOException)) {
            reports.bug(failure);
        }
        // The rest is a connection that was reset: nothing to tell.
    }
}
