package dev.mqttdq.config;

/** A text is not of the format it should have. The problem gives the line, but nothing of the text. */
public final class ConfigSyntaxException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String problem;

    /**
     * @param problem what must be otherwise, in words that follow the file's name
     */
    public ConfigSyntaxException(String problem) {
        super(problem);
        this.problem = problem;
    }

    public String problem() {
        return problem;
    }
}
