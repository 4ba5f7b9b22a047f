package dev.mqttdq.key;

/**
 * A message has no key. The message says why, without anything of the payload. Without stack trace: it may happen with
 * every message.
 */
public final class KeyEvaluationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    KeyEvaluationException(String reason) {
        super(reason, null, false, false);
    }
}
