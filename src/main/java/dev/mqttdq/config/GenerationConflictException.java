package dev.mqttdq.config;

/** Somebody else changed the configuration since it was read; nothing was done. */
public final class GenerationConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long generation;

    GenerationConflictException(long expected, long generation) {
        super("Expected generation " + expected + " of the configuration, but it is " + generation);
        this.generation = generation;
    }

    /** The generation in force. */
    public long generation() {
        return generation;
    }
}
