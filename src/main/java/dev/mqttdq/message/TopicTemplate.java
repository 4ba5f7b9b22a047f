package dev.mqttdq.message;

/**
 * A remote topic with any number of {@code ${topic}} in it. Replacement is literal and happens in one pass: {@code $} and
 * {@code \} mean nothing else, neither in the template nor in the topic put in.
 *
 * @param value the template as configured
 */
public record TopicTemplate(String value) {

    /** The only placeholder. */
    public static final String PLACEHOLDER = "${topic}";

    /** The remote topic of a local one. */
    public String apply(String topic) {
        return value.replace(PLACEHOLDER, topic);
    }
}
