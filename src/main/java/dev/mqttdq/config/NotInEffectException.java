package dev.mqttdq.config;

import java.util.List;

/** Some of what a configuration in force wants could not be done yet, and is tried again; all the rest was done. */
public final class NotInEffectException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<Problem> problems;

    /** @param problems what is not as the configuration wants it */
    public NotInEffectException(List<Problem> problems) {
        super("not yet in effect:\n" + Problem.lines(problems));
        this.problems = List.copyOf(problems);
    }

    /** What is not as the configuration wants it. */
    public List<Problem> problems() {
        return problems;
    }
}
