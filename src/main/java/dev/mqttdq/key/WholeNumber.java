package dev.mqttdq.key;

import java.util.regex.Pattern;

/**
 * An argument that is a number.
 *
 * @param least the smallest allowed
 */
record WholeNumber(Node.Text source, int least) {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");

    int value(Evaluation evaluation) {
        String text = source.text(evaluation);
        if (!accepts(text)) {
            throw new KeyEvaluationException(expected());
        }
        return Integer.parseInt(text);
    }

    boolean accepts(String text) {
        return DIGITS.matcher(text).matches() && Integer.parseInt(text) >= least;
    }

    String expected() {
        return "a whole number of at least " + least + " and at most nine digits is expected";
    }
}
