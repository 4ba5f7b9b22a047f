package dev.mqttdq.queues;

/** A queue cannot be made, changed or deleted as asked; the message tells why, for the one who asked. */
public final class QueueRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of refusal. */
    public enum Kind {
        /** There is no such queue. */
        NOT_FOUND,
        /** The name is taken. */
        ALREADY_EXISTS,
        /** There are {@code max_queue_count} queues. */
        MAX_QUEUE_COUNT_REACHED,
        /** It must not be so: declared by the configuration, last-value flag changed, switched off with queues present. */
        BAD_REQUEST,
        /** Message queues are switched off. */
        NOT_ENABLED,
        /** Message queues have not started or do not answer in time. */
        NOT_READY
    }

    private final Kind kind;

    public QueueRefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** The kind of refusal. */
    public Kind kind() {
        return kind;
    }
}
