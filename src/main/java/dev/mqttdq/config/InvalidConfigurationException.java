package dev.mqttdq.config;

import java.util.List;

/** A configuration was refused as a whole; {@link #problems} names everything that is wrong with it. */
public final class InvalidConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public InvalidConfigurationException(List<Problem> problems) {
        super("Invalid configuration:\n" + Problem.lines(problems));
        this.problems = List.copyOf(problems);
    }

    /** All problems, never none. */
    public List<Problem> problems() {
        return problems;
    }
}
