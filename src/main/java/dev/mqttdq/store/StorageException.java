package dev.mqttdq.store;

import org.jspecify.annotations.Nullable;

/** Why the disk could not do what it was asked to. */
public class StorageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of failure it was. */
    public enum Kind {
        /** No space left, or less than the reserve; passes by itself when there is space again. */
        FULL,
        /** Stored bytes are not what was written. */
        CORRUPT,
        /** The queue was closed. */
        CLOSED,
        /** Another process, or another queue of this process, has the directory. */
        LOCKED,
        /** The record is larger than a partition takes. */
        TOO_LARGE,
        /** Anything else the operating system said. */
        IO
    }

    private final Kind kind;

    public StorageException(Kind kind, String message) {
        this(kind, message, null);
    }

    public StorageException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
