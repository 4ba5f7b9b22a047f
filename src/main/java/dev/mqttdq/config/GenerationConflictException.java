package dev.mqttdq.config;

/** Somebody else changed the configuration or its file since it was read; nothing was done. */
public final class GenerationConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final long generation;

    GenerationConflictException(String expected, String present, long generation) {
        super("Expected the configuration to be " + expected + ", but it is " + present
                + ": another one is in force, or the file was changed");
        this.generation = generation;
    }

    /** The generation in force. */
    public long generation() {
        return generation;
    }
}
