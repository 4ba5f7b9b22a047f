package dev.mqttdq.cli;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What {@code drain} was called with.
 *
 * @param ifLeaving to drain only where the instance goes away for good
 * @param port of the service's management
 */
record DrainArguments(boolean ifLeaving, int deadlineSeconds, int port, boolean https) {

    private static final int MAX_PORT = 65_535;
    private static final int MAX_DEADLINE_SECONDS = 86_400;

    /**
     * Reads them.
     *
     * @param arguments those after the command
     * @param variables where the service has its port from
     * @throws IllegalArgumentException saying what cannot be understood
     */
    static DrainArguments of(List<String> arguments, Function<String, @Nullable String> variables) {
        boolean ifLeaving = false;
        boolean https = false;
        String deadline = "60";
        String port = variables.apply("MANAGEMENT_SERVER_PORT");
        for (String argument : arguments) {
            if (argument.equals("--if-leaving")) {
                ifLeaving = true;
            } else if (argument.equals("--https")) {
                https = true;
            } else if (argument.startsWith("--deadline=")) {
                deadline = argument.substring("--deadline=".length());
            } else if (argument.startsWith("--port=")) {
                port = argument.substring("--port=".length());
            } else {
                throw new IllegalArgumentException("unknown argument: " + argument);
            }
        }
        return new DrainArguments(
                ifLeaving,
                number("--deadline", deadline, MAX_DEADLINE_SECONDS),
                number("--port", port == null ? "8081" : port, MAX_PORT),
                https);
    }

    private static int number(String what, String text, int max) {
        if (text.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= max) {
                return number;
            }
        }
        throw new IllegalArgumentException(what + " must be 1 to " + max + ", not '" + text + "'");
    }
}
