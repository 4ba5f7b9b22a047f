package dev.mqttdq.key;

import static dev.mqttdq.key.KeyMessage.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Random;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile expressions and hostile messages. */
class KeyExpressionBoundsTest {

    private static final int MIB = 1024 * 1024;

    @Test
    void takesTheLongestExpressionAndNoLonger() {
        String longest = "'" + "a".repeat(KeyExpression.MAX_LENGTH - 2) + "'";
        assertThat(message().key(longest)).hasSize(KeyExpression.MAX_LENGTH - 2);
        assertRefused(longest + " ").returns(KeyExpression.MAX_LENGTH + 1, KeyExpressionException::position);
    }

    @Test
    void takesTheDeepestNestingAndNoDeeper() {
        assertThat(message().key(nested(Parser.MAX_DEPTH - 1))).isEqualTo("a");
        assertRefused(nested(Parser.MAX_DEPTH))
                .withMessageContaining("deeper than 32 levels")
                .returns(7 * Parser.MAX_DEPTH + 1, KeyExpressionException::position);
    }

    private static String nested(int calls) {
        return "concat(".repeat(calls) + "'a'" + ")".repeat(calls);
    }

    @Test
    void takesTheLongestKeyAndNoLonger() {
        assertThat(message()
                        .payload("é".repeat(KeyExpression.MAX_KEY_BYTES / 2))
                        .key("message.payload"))
                .hasSize(KeyExpression.MAX_KEY_BYTES / 2);
        assertNoKey(message().payload("é".repeat(KeyExpression.MAX_KEY_BYTES / 2) + "a"), "message.payload")
                .withMessageContaining("the key is longer than 65536 bytes");
        assertNoKey(message().payload(new byte[MIB]), "message.payload");
    }

    @Test
    void takesAKeyOutOfALargePayload() {
        String json = "{\"fill\":\"" + "x".repeat(8 * MIB) + "\",\"id\":\"k\"}";
        assertThat(message().payload(json).key("json_value(message.payload, 'id')"))
                .isEqualTo("k");
    }

    @Test
    void failsOnATooLargePayload() {
        assertNoKey(message().payload(new byte[BoundedText.MAX_LENGTH + 1]), "substr(message.payload, 0, 1)");
    }

    @Test
    void doesNotMultiplyALargePayload() {
        KeyMessage large = message().payload(new byte[BoundedText.MAX_LENGTH]);
        assertNoKey(large, "hash('md5', concat(message.payload, message.payload))")
                .withMessageContaining("a text is longer than");
        assertNoKey(large, "hash('md5', replace(message.payload, substr(message.payload, 0, 1), 'ab'))")
                .withMessageContaining("a text is longer than");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void failsOnJsonThatIsNestedTooDeep(String open) {
        KeyMessage deep = message().payload("{\"b\":1,\"a\":" + open.repeat(100_000));
        assertNoKey(deep, "json_value(message.payload, 'b')");
        assertNoKey(deep, "json_value(message.payload, 'a')");
    }

    @Test
    void takesAKeyOutOfTheDeepestJson() {
        String json = "[".repeat(JsonValue.MAX_DEPTH) + "7" + "]".repeat(JsonValue.MAX_DEPTH);
        assertThat(message()
                        .payload(json)
                        .key("json_value(message.payload, '" + "[0]".repeat(JsonValue.MAX_DEPTH) + "')"))
                .isEqualTo("7");
    }

    @Test
    void failsOnANumberOfAbsurdLength() {
        assertNoKey(message().payload("{\"a\":" + "9".repeat(MIB) + "}"), "json_value(message.payload, 'a')");
    }

    @Test
    void failsOnATextOfTooManyParts() {
        KeyMessage slashes = message().payload("/".repeat(MIB));
        assertNoKey(slashes, "nth(1, topic_split(message.payload))").withMessageContaining("parts");
        assertThat(message().topic("/".repeat(65_535)).key("nth(65536, topic_split(message.topic))"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "((((a{100}){100}){100}){100})",
                "(((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9})",
                "((a{0,500}){2,}){2,1000}",
                "((a{1,}){500}){500}",
                "a{1000}{1000}",
                "a{99999999999999999999}",
            })
    void refusesARegularExpressionThatUnfoldsToMuch(String regex) {
        assertRefused("regex_extract('a', '" + regex + "')").returns(20, KeyExpressionException::position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                "(\\d{1,20})/(?:\\d{1,20})/(?:\\d{1,20})/(?:\\d{1,20})",
                "(?:[A-Z]{2}\\d{4}-?){3}",
                "a{,3}",
                "[{3}]{2}",
            })
    void acceptsRegularExpressionsInUse(String regex) {
        assertThat(KeyExpression.parse("regex_extract(message.topic, '" + regex + "')"))
                .isNotNull();
    }

    /** With back-tracking each of these would take longer than anybody waits. */
    @ParameterizedTest
    @ValueSource(strings = {"^(a+)+$", "^(a|aa)+$", "(.*)(.*)(.*)(.*)(.*)x", "^(a?){50}a{50}$"})
    void matchesWithoutBackTracking(String regex) {
        KeyMessage hostile = message().payload("a".repeat(5_000) + "!");
        assertNoKey(hostile, "nth(1, regex_extract(message.payload, '" + regex + "'))")
                .withMessageContaining("does not match");
    }

    @Test
    void failsOnATooLongTextForARegularExpression() {
        assertNoKey(message().payload("a".repeat(RegexExtract.MAX_TEXT + 1)), "regex_extract(message.payload, 'a')");
        assertThat(message().payload("a".repeat(RegexExtract.MAX_TEXT)).key("regex_extract(message.payload, 'a$')"))
                .isEqualTo("a");
    }

    @Test
    void failsInNoOtherWayOnRandomPayloads() {
        Random random = new Random(4711);
        for (int i = 0; i < 2_000; i++) {
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            message().payload(payload).key("coalesce(json_value(message.payload, 'a[0]'), message.payload, '')");
            message().payload(almostJson(random)).key("coalesce(json_value(message.payload, 'a[0]'), '')");
        }
    }

    private static String almostJson(Random random) {
        String[] pieces = {"{", "}", "[", "]", "\"a\"", ":", ",", "1", "null", "\"", "\\", " "};
        StringBuilder json = new StringBuilder("{\"a\":[");
        for (int i = random.nextInt(12); i > 0; i--) {
            json.append(pieces[random.nextInt(pieces.length)]);
        }
        return json.toString();
    }

    private static ThrowableAssertAlternative<KeyExpressionException> assertRefused(String text) {
        return assertThatExceptionOfType(KeyExpressionException.class).isThrownBy(() -> KeyExpression.parse(text));
    }

    private static ThrowableAssertAlternative<KeyEvaluationException> assertNoKey(
            KeyMessage message, String expression) {
        return assertThatExceptionOfType(KeyEvaluationException.class).isThrownBy(() -> message.key(expression));
    }
}
