package dev.mqttdq.queues.listener;

/** What MQTT says about strings (MQTT 5.0 section 1.5.4), as far as the decoder does not see to it. */
final class Texts {

    /** The decoder puts it where the bytes are not UTF-8; nobody means to send it. */
    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /** Whether a string that was decoded is one that MQTT can carry. */
    static boolean areWellFormed(String text) {
        return text.indexOf(REPLACEMENT) < 0 && text.indexOf('\0') < 0;
    }

    /** Whether there are control characters, which MQTT advises against and which have no place in a log. */
    static boolean haveControlCharacters(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }
}
