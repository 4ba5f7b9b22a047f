package dev.mqttdq.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values a field takes.
 *
 * @param kind how the value is written
 * @param allowed what is allowed, in words that follow the field's name
 * @param min smallest number, null for no number
 * @param max largest number, null for no number
 * @param choices all values, empty where there are too many to name
 * @param parser turns a raw value into a typed one
 */
record FieldType<T>(
        Kind kind,
        String allowed,
        @Nullable Long min,
        @Nullable Long max,
        List<String> choices,
        Parser<T> parser) {

    FieldType(Kind kind, String allowed, Parser<T> parser) {
        this(kind, allowed, null, null, List.of(), parser);
    }

    /** How a value is written. */
    enum Kind {
        BOOLEAN,
        INTEGER,
        TEXT,
        /** Text that must not be seen. */
        SECRET,
        /** Text or an integer. */
        SIZE,
        /** Text with units or an integer. */
        DURATION,
        /** One of a few words or numbers. */
        CHOICE,
        /** Several texts, or one with commas. */
        LIST;

        /** Whether a value may name an environment variable. */
        boolean takesVariables() {
            return this != BOOLEAN && this != INTEGER;
        }
    }

    /** Turns what a file or a property source holds (text, number, boolean or list) into a value. */
    @FunctionalInterface
    interface Parser<T> {
        T parse(Object raw) throws BadValueException;
    }

    /** A value is not allowed; the message says what is. */
    static final class BadValueException extends Exception {

        private static final long serialVersionUID = 1L;

        private final String allowed;

        BadValueException(String allowed) {
            super(allowed, null, false, false);
            this.allowed = allowed;
        }

        String allowed() {
            return allowed;
        }
    }
}
