package dev.mqttdq.key;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyExpressionSyntaxTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | 1 | a variable, a function or a literal is expected, not the end",
                "`  ` | 3 | not the end",
                "topic | 1 | nearest known one is 'message.topic'",
                "message | 1 | unknown variable 'message'",
                "message. | 9 | a name is expected, not the end",
                "message..topic | 9 | a name is expected, not '.'",
                "message.topics | 1 | nearest known one is 'message.topic'",
                "message.topic.x | 1 | unknown variable 'message.topic.x'",
                "message.headers.properties.content-type | 1 | 'message.headers.properties.Content-Type'",
                "message.headers.properties.User-Property | 1 | the user property is not named",
                "message.headers.properties.User-Property.a.b | 44 | one segment",
                "message.topic x | 15 | the end of the expression is expected, not 'x'",
                "message.topic) | 14 | not ')'",
                "'a' 'b' | 5 | not a literal",
                "'a | 1 | the quote is never closed",
                "concat('a', \"b) | 13 | the quote is never closed",
                "concat('a' 'b') | 12 | ',' or ')' is expected, not a literal",
                "concat('a', ) | 13 | not ')'",
                "concat(,'a') | 8 | not ','",
                "concat('a' | 11 | ',' or ')' is expected, not the end",
                "concat( | 8 | not the end",
                "concat() | 1 | 'concat' takes at least 1 arguments, not 0",
                "lower('a', 'b') | 1 | 'lower' takes exactly 1 arguments, not 2",
                "Lower('a') | 1 | nearest known one is 'lower'",
                "'x'.lower() | 4 | the end of the expression is expected, not '.'",
                "message.topic.lower() | 1 | unknown variable 'message.topic.lower'",
                "message.topic + 'a' | 15 | unexpected character '+'",
                "${message.topic} | 1 | unexpected character '$'",
                "`a\u0000` | 2 | U+0000",
                "größe | 3 | U+00F6",
                "split('a', 'b') | 1 | take one of it with nth",
                "regex_extract('ab', '(a)(b)') | 1 | take one of it with nth",
                "concat('x', topic_split(message.topic)) | 13 | take one of it with nth",
                "nth('x', 'a') | 5 | a whole number of at least 1",
                "nth(-1, 'a') | 5 | a whole number of at least 1",
                "nth(9999999999, 'a') | 5 | at most nine digits",
                "substr('a', 'x') | 13 | a whole number of at least 0",
                "substr('a', 0, -1) | 16 | a whole number of at least 0",
                "split('a', '') | 12 | must not be empty",
                "replace('a', '', 'b') | 14 | must not be empty",
                "hash('crc', 'a') | 6 | unknown hash 'crc', known are [md5, sha, sha224,",
                "hash(message.topic, 'a') | 6 | the name of the hash is a literal",
                "regex_extract('a', '(') | 20 | not a regular expression of RE2",
                "regex_extract('a', '(a)\\1') | 20 | not a regular expression of RE2",
                "regex_extract('a', message.topic) | 20 | the regular expression is a literal",
                "json_value(message.payload, message.topic) | 29 | the path is a literal",
                "json_value(message.payload, '') | 30 | a name is expected in the path",
                "json_value(message.payload, 'a.') | 32 | a name is expected in the path",
                "json_value(message.payload, 'a[x]') | 31 | an index from 0 is expected",
                "json_value(message.payload, 'a[-1]') | 31 | an index from 0 is expected",
                "json_value(message.payload, 'a[0') | 31 | an index from 0 is expected",
                "json_value(message.payload, 'a]') | 31 | '.' or '[' is expected",
                "json_value(message.payload, 'a[0]b') | 34 | '.' or '[' is expected",
                "json_value(message.payload, 'a.\"b') | 32 | never closed",
            })
    void pointsAtTheMistake(String text, int position, String problem) {
        assertThatExceptionOfType(KeyExpressionException.class)
                .isThrownBy(() -> KeyExpression.parse(text))
                .withMessageStartingWith("column " + position + ": ")
                .withMessageContaining(problem)
                .returns(position, KeyExpressionException::position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "T(java.lang.Runtime).getRuntime()",
                "message.class",
                "message.getClass()",
                "#{message}",
                "new String('a')",
                "java.lang.System.exit(0)",
                "message.topic['x']",
                "@bean"
            })
    void offersNoWayIntoTheProgram(String text) {
        assertThatExceptionOfType(KeyExpressionException.class).isThrownBy(() -> KeyExpression.parse(text));
    }
}
