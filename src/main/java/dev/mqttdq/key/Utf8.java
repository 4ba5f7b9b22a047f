package dev.mqttdq.key;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 that takes no replacement characters: different bytes must not become the same key. */
final class Utf8 {

    private Utf8() {}

    /** @param what names the bytes in the failure */
    static String decode(byte[] bytes, String what) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new KeyEvaluationException(what + " is not valid UTF-8");
        }
    }

    /** Fails on half a surrogate pair, which JSON can hold and UTF-8 cannot. */
    static ByteBuffer encode(String text) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException halfPair) {
            throw new KeyEvaluationException("a text has no form in UTF-8");
        }
    }
}
