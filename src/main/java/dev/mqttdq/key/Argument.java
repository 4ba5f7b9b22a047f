package dev.mqttdq.key;

import java.util.List;

/** A node where it was written, so that an error can point at it. */
record Argument(Node node, int position) {

    /** The node where one text is wanted. */
    Node.Text text() {
        if (node instanceof Node.Text text) {
            return text;
        }
        throw error("one text is expected here, this is a list: take one of it with nth(1, ...)");
    }

    /** The node where a list is wanted; a single text is a list of one. */
    Node.Texts texts() {
        if (node instanceof Node.Texts texts) {
            return texts;
        }
        Node.Text text = text();
        return evaluation -> List.of(text.text(evaluation));
    }

    /** The node where a text to look for is wanted, which cannot be empty. */
    Node.Text notEmpty() {
        Node.Text text = text();
        if (node instanceof Node.Literal literal && literal.value().isEmpty()) {
            throw error("this text must not be empty");
        }
        return evaluation -> {
            String sought = text.text(evaluation);
            if (sought.isEmpty()) {
                throw new KeyEvaluationException("a text to look for is empty");
            }
            return sought;
        };
    }

    /** The node where the expression itself must say the text. */
    String literal(String what) {
        if (node instanceof Node.Literal literal) {
            return literal.value();
        }
        throw error(what + " is a literal");
    }

    /** The node where a number is wanted. */
    WholeNumber number(int least) {
        WholeNumber number = new WholeNumber(text(), least);
        if (node instanceof Node.Literal literal && !number.accepts(literal.value())) {
            throw error(number.expected());
        }
        return number;
    }

    KeyExpressionException error(String problem) {
        return new KeyExpressionException(position, problem);
    }
}
