package dev.mqttdq.session;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What stands in a client id for a text too long or too strange for one: 8 hex digits, the same in every run. */
public final class ClientIdHash {

    private static final int DIGITS = 8;

    private ClientIdHash() {}

    /** The first digits of the text's SHA-256. */
    public static String of(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
