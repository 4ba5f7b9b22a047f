package dev.mqttdq.session;

import java.io.EOFException;
import java.net.UnknownHostException;

/** Puts a failure into words for an operator. */
final class Causes {

    private Causes() {}

    /** What is at the bottom of a failure: there the TLS library and the operating system say what is really wrong. */
    static String deepest(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        if (cause instanceof UnknownHostException) {
            return "unknown host " + message;
        }
        if (cause instanceof EOFException) {
            return "the broker closed the connection";
        }
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }
}
