package dev.mqttdq.key;

import static dev.mqttdq.key.KeyMessage.CLIENT_ID_PROPERTY;
import static dev.mqttdq.key.KeyMessage.USERNAME_PROPERTY;
import static dev.mqttdq.key.KeyMessage.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mqttdq.message.MessageProperties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionTest {

    @ParameterizedTest
    @CsvSource({
        "message.topic, t/1",
        "message.qos, 1",
        "message.flags.retain, false",
        "message.timestamp, 1759238376252",
        "message.id, id-1",
        "message.headers.properties.Content-Type, text/plain",
        "message.headers.properties.Response-Topic, answers",
        "message.headers.properties.Correlation-Data, c-1",
        "message.headers.properties.Message-Expiry-Interval, 60",
        "message.headers.properties.Payload-Format-Indicator, 1",
    })
    void readsEveryVariableOfTheMessage(String variable, String value) {
        MessageProperties properties = new MessageProperties(
                1, 60L, "text/plain", "answers", "c-1".getBytes(StandardCharsets.UTF_8), List.of());
        assertThat(message().properties(properties).key(variable)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message.from",
                "message.headers.username",
                "message.headers.properties.Content-Type",
                "message.headers.properties.Correlation-Data",
                "message.headers.properties.Message-Expiry-Interval",
                "message.headers.properties.Payload-Format-Indicator",
                "message.headers.properties.Response-Topic",
                "message.headers.properties.User-Property.k"
            })
    void yieldsNothingWhereTheMessageLacksTheValue(String variable) {
        assertNoKey(message(), variable);
    }

    @Test
    void readsThePublisherWhereTheBrokerTellsIt() {
        KeyMessage message = message().userProperty(CLIENT_ID_PROPERTY, "c1").userProperty(USERNAME_PROPERTY, "ann");
        assertThat(message.key("message.from")).isEqualTo("c1");
        assertThat(message.key("message.headers.username")).isEqualTo("ann");
    }

    @Test
    void believesTheBrokerMoreThanThePublisher() {
        KeyMessage message =
                message().userProperty(CLIENT_ID_PROPERTY, "forged").userProperty(CLIENT_ID_PROPERTY, "c1");
        assertThat(message.key("message.from")).isEqualTo("c1");
    }

    @Test
    void failsOnThePublisherWhereNoPropertyIsConfigured() {
        assertThatExceptionOfType(KeyEvaluationException.class)
                .isThrownBy(() ->
                        message().userProperty("from", "c1").key("message.from", new KeyContext(null, null, "id-1")))
                .withMessageContaining("message.from");
    }

    @Test
    void takesTheLastOfARepeatedUserProperty() {
        KeyMessage message = message().userProperty("k", "1").userProperty("k", "2");
        assertThat(message.key("message.headers.properties.User-Property.k")).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message.headers.properties.User-Property.'a.b'",
                "message.headers.properties.User-Property.\"a.b\"",
                "message.'headers'.properties.'User-Property'.'a.b'",
                " message . headers . properties . User-Property . 'a.b' "
            })
    void acceptsQuotedSegments(String variable) {
        assertThat(message().userProperty("a.b", "v").key(variable)).isEqualTo("v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"message.'headers.username'", "'message'.topic", "message.'topic '"})
    void takesAQuotedSegmentAsOneName(String text) {
        assertThatExceptionOfType(KeyExpressionException.class).isThrownBy(() -> KeyExpression.parse(text));
    }

    @Test
    void takesEveryCharacterInQuotesAsItIs() {
        assertThat(message().key("'\\d\\\"(),'")).isEqualTo("\\d\\\"(),");
        assertThat(message().key("\"it's\"")).isEqualTo("it's");
    }

    @Test
    void allowsAnEmptyKey() {
        assertThat(message().key("message.payload")).isEmpty();
    }

    @Test
    void failsOnAPayloadThatIsNoText() {
        assertNoKey(message().payload((byte) 0xC3, (byte) 0x28), "message.payload");
    }

    @Test
    void knowsWhetherThePublisherIsAsked() {
        assertThat(KeyExpression.parse("message.from").usesPublisher()).isTrue();
        assertThat(KeyExpression.parse("coalesce(message.topic, concat(message.headers.username))")
                        .usesPublisher())
                .isTrue();
        assertThat(KeyExpression.parse("concat(message.topic, 'message.from')").usesPublisher())
                .isFalse();
    }

    @Test
    void equalsWhatIsWrittenTheSame() {
        assertThat(KeyExpression.parse("message.topic"))
                .isEqualTo(KeyExpression.parse("message.topic"))
                .hasSameHashCodeAs(KeyExpression.parse("message.topic"))
                .hasToString("message.topic")
                .isNotEqualTo(KeyExpression.parse(" message.topic"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "lower('ÀB') | àb",
                "upper('straße') | STRASSE",
                "concat('a') | a",
                "concat(1, -2) | 1-2",
                "substr('a😀b', 1) | 😀b",
                "substr('a😀b', 1, 1) | 😀",
                "substr('abc', 3) | ``",
                "substr('abc', 99, 99) | ``",
                "substr('abcdef', message.qos, '2') | bc",
                "replace('a.b.c', '.', '$1') | a$1b$1c",
                "replace('aaa', 'aa', 'b') | ba",
                "nth(1, split('a,,b', ',')) | a",
                "nth(2, split('a,,b', ',')) | ``",
                "nth(3, split('a,,b', ',')) | b",
                "nth(1, split('', ',')) | ``",
                "nth(1, topic_split('/a')) | ``",
                "nth(1, 'a') | a",
                "nth(message.qos, split('a::b', '::')) | a",
                "nth(1, regex_extract('k=v', '(k)=(x)?')) | k",
                "nth(2, regex_extract('k=v', '(k)=(x)?')) | ``",
                "regex_extract('k=v', '(?i)K') | k",
                "hash('sha', 'abc') | a9993e364706816aba3e25717850c26c9cd0d89d",
                "str_eq('a', 'a') | true",
                "str_eq('a', 'A') | false",
                "iif('', 'a', 'b') | b",
                "iif('false', 'a', 'b') | b",
                "iif('true', 'a', 'b') | a",
                "iif('anything', 'a', message.from) | a",
                "iif(coalesce(message.from, ''), message.from, 'b') | b",
                "coalesce('', message.from, 'c', message.from) | c",
                "coalesce('', '') | ``",
            })
    void callsItsFunctions(String expression, String key) {
        assertThat(message().key(expression)).isEqualTo(key);
    }

    @Test
    void trimsEveryWhiteSpace() {
        assertThat(message().payload("\u2003\t a b\r\n").key("trim(message.payload)"))
                .isEqualTo("a b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concat('a', message.from)",
                "iif(message.from, 'a', 'b')",
                "coalesce('', message.from)",
                "nth(3, split('a,b', ','))",
                "nth(message.topic, split('a,b', ','))",
                "nth(message.payload, split('a,b', ','))",
                "substr('abc', message.topic)",
                "regex_extract('abc', 'x')",
                "nth(1, regex_extract('abc', '(x)(y)'))",
                "nth(1, split('abc', message.payload))",
                "replace('abc', message.payload, 'x')",
            })
    void failsWhereAFunctionYieldsNothing(String expression) {
        assertNoKey(message(), expression);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":{\"b\":\"x\"}} | a.b | x",
                "{\"a\":[{\"b\":1},{\"b\":2}]} | a[1].b | 2",
                "{\"a\":[{\"b\":1},{\"b\":2}]} | a.1.b | 2",
                "{\"a\":{\"1\":\"x\"}} | a.1 | x",
                "[[1,2],[3,4]] | [1][0] | 3",
                "{\"a.b\":{\"c\":1}} | \"a.b\".c | 1",
                "{\"größe\":1} | größe | 1",
                "{\"a\":1,\"a\":2} | a | 1",
                "{\"a\":1.50e3} | a | 1.50e3",
                "{\"a\":-0} | a | -0",
                "{\"a\":true} | a | true",
                "{\"a\":\"\"} | a | ``",
                "{\"a\":\"\\u00e9\\n\"} | a | `é\n`",
                "{\"a\": { \"b\" : [ 1.50 , \"x\" ] } } | a | {\"b\":[1.50,\"x\"]}",
                "{\"x\":{\"a\":1},\"a\":2} | a | 2",
            })
    void findsAValueInJson(String json, String path, String value) {
        assertThat(message().payload(json).key("json_value(message.payload, '" + path + "')"))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | a",
                "{} | a",
                "1 | a",
                "{\"a\":null} | a",
                "{\"a\":1} | a.b",
                "{\"a\":[1]} | a[1]",
                "{\"a\":[1]} | a.b",
                "{\"a\":{\"b\":1}} | a[0]",
                "{\"a\":1 | a",
                "{\"a\":1} x | a",
                "{\"a\":1} {} | a",
                "{\"a\":1,} | a",
                "{'a':1} | a",
                "{\"a\":NaN} | a",
                "{\"a\":1,\"b\":[1,2}  | a",
                "{\"a\":\"\\ud800\"} | a",
            })
    void failsWhereJsonIsInvalidOrHasNoSuchValue(String json, String path) {
        assertNoKey(message().payload(json), "json_value(message.payload, '" + path + "')");
    }

    @Test
    void saysWhyThereIsNoKeyWithoutTracingTheStack() {
        assertThatExceptionOfType(KeyEvaluationException.class)
                .isThrownBy(() -> message().key("message.headers.properties.User-Property.k"))
                .withMessage("the message has no user property 'k'")
                .satisfies(failure -> assertThat(failure.getStackTrace()).isEmpty());
    }

    private static void assertNoKey(KeyMessage message, String expression) {
        assertThatExceptionOfType(KeyEvaluationException.class).isThrownBy(() -> message.key(expression));
    }
}
