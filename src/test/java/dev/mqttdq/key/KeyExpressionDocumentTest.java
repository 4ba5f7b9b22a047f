package dev.mqttdq.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mqttdq.message.MessageProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of docs/key-expressions.md are true. */
class KeyExpressionDocumentTest {

    private static final Path DOCUMENT = Path.of("docs/key-expressions.md");
    private static final Pattern ROW = Pattern.compile("\\| `(.+?)` \\| (.+) \\|");

    @ParameterizedTest
    @MethodSource
    void yields(String expression, String key) {
        KeyMessage message = sample();
        if (key.equals("none")) {
            assertThatExceptionOfType(KeyEvaluationException.class).isThrownBy(() -> message.key(expression));
        } else {
            assertThat(message.key(expression)).isEqualTo(key.equals("an empty key") ? "" : key.replace("`", ""));
        }
    }

    static Stream<Arguments> yields() {
        return rows("| expression | key |");
    }

    @ParameterizedTest
    @MethodSource
    void refuses(String expression, String because) {
        assertThatExceptionOfType(KeyExpressionException.class)
                .isThrownBy(() -> KeyExpression.parse(expression))
                .withMessage(because);
    }

    static Stream<Arguments> refuses() {
        return rows("| refused | because |");
    }

    @Test
    void namesEveryVariableAndFunction() throws IOException {
        String document = Files.readString(DOCUMENT);
        assertThat(Functions.names()).allSatisfy(name -> assertThat(document).contains("`" + name + "("));
        assertThat(Variable.values())
                .allSatisfy(variable -> assertThat(document)
                        .contains(variable.qualifiedName().replace("message.headers.properties.", "") + "`"));
    }

    private static Stream<Arguments> rows(String header) {
        List<String> lines;
        try {
            lines = Files.readAllLines(DOCUMENT);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
        return lines.stream()
                .dropWhile(line -> !line.equals(header))
                .skip(2)
                .takeWhile(line -> !line.isEmpty())
                .map(KeyExpressionDocumentTest::cells);
    }

    private static Arguments cells(String line) {
        Matcher row = ROW.matcher(line);
        assertThat(row.matches()).as(line).isTrue();
        return Arguments.of(row.group(1), row.group(2));
    }

    @SuppressWarnings("NullAway") // does not see the annotation of an array in a class file
    private static KeyMessage sample() {
        return KeyMessage.message()
                .topic("plant/berlin/press-7/status")
                .payload("{\"unit\":{\"id\":42,\"tags\":[\"Hot\",\"new\"]},\"rev\":\"1.0\",\"note\":null}")
                .userProperty("mq-key", "keyA")
                .userProperty("unit id", "u 1")
                .userProperty(KeyMessage.CLIENT_ID_PROPERTY, "press-7")
                .properties(new MessageProperties(null, null, "application/json", null, null, List.of()));
    }
}
