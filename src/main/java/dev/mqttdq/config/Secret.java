package dev.mqttdq.config;

/**
 * A value that must not be seen: {@link #toString} never shows it.
 *
 * @param value the value itself, for the one place that sends it
 */
public record Secret(String value) {

    /** What stands in its place wherever configuration is shown. */
    public static final String MASK = "******";

    /** No secret at all. */
    public static final Secret NONE = new Secret("");

    public boolean isEmpty() {
        return value.isEmpty();
    }

    @Override
    public String toString() {
        return isEmpty() ? "" : MASK;
    }
}
