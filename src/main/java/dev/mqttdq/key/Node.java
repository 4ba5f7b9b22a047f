package dev.mqttdq.key;

import java.util.List;

/** A part of a parsed expression. Immutable; what differs between messages is in the {@link Evaluation}. */
sealed interface Node {

    /** Yields one text; numbers and truth values are texts too. */
    non-sealed interface Text extends Node {
        String text(Evaluation evaluation);
    }

    /** Yields any number of texts, also none. */
    non-sealed interface Texts extends Node {
        List<String> texts(Evaluation evaluation);
    }

    /** Written in the expression itself. */
    record Literal(String value) implements Text {
        @Override
        public String text(Evaluation evaluation) {
            return value;
        }
    }
}
