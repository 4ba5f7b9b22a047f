package dev.mqttdq.key;

import java.util.List;

/** Functions that decide which of their arguments counts; the others are not evaluated. */
final class ChoiceFunctions {

    private static final String TRUE = "true";
    private static final String FALSE = "false";

    private ChoiceFunctions() {}

    /** The first argument that evaluates and is not empty; the last one is taken as it is, failure or not. */
    static Node.Text coalesce(List<Argument> arguments) {
        List<Node.Text> choices = arguments.stream().map(Argument::text).toList();
        List<Node.Text> preferred = choices.subList(0, choices.size() - 1);
        Node.Text last = choices.get(choices.size() - 1);
        return evaluation -> {
            for (Node.Text choice : preferred) {
                String value = orEmpty(choice, evaluation);
                if (!value.isEmpty()) {
                    return value;
                }
            }
            return last.text(evaluation);
        };
    }

    private static String orEmpty(Node.Text choice, Evaluation evaluation) {
        try {
            return choice.text(evaluation);
        } catch (KeyEvaluationException nothing) {
            return "";
        }
    }

    static Node.Text iif(List<Argument> arguments) {
        Node.Text condition = arguments.get(0).text();
        Node.Text then = arguments.get(1).text();
        Node.Text otherwise = arguments.get(2).text();
        return evaluation -> {
            String value = condition.text(evaluation);
            return (value.isEmpty() || value.equals(FALSE) ? otherwise : then).text(evaluation);
        };
    }

    static Node.Text strEq(List<Argument> arguments) {
        Node.Text one = arguments.get(0).text();
        Node.Text other = arguments.get(1).text();
        return evaluation -> one.text(evaluation).equals(other.text(evaluation)) ? TRUE : FALSE;
    }
}
