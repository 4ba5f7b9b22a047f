package dev.mqttdq.key;

import java.util.ArrayList;
import java.util.List;

/** Functions that make lists and take from them. */
final class ListFunctions {

    /** As many levels as a topic can have. */
    static final int MAX_PARTS = 65_536;

    private ListFunctions() {}

    static Node.Texts split(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        Node.Text separator = arguments.get(1).notEmpty();
        return evaluation -> parts(text.text(evaluation), separator.text(evaluation));
    }

    static Node.Texts topicSplit(List<Argument> arguments) {
        Node.Text topic = arguments.get(0).text();
        return evaluation -> parts(topic.text(evaluation), "/");
    }

    /** Empty parts are kept, so that the position of a part does not depend on those before it. */
    private static List<String> parts(String text, String separator) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            parts.add(text.substring(from, at));
            if (parts.size() == MAX_PARTS) {
                throw new KeyEvaluationException("a text has more than " + MAX_PARTS + " parts");
            }
            from = at + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    static Node.Text nth(List<Argument> arguments) {
        WholeNumber number = arguments.get(0).number(1);
        Node.Texts list = arguments.get(1).texts();
        return evaluation -> {
            int n = number.value(evaluation);
            List<String> texts = list.texts(evaluation);
            if (n > texts.size()) {
                throw new KeyEvaluationException("a list of " + texts.size() + " has no number " + n);
            }
            return texts.get(n - 1);
        };
    }
}
