package dev.mqttdq.hocon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.config.ConfigSyntaxException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileFormatsTest {

    private final ConfigFileFormats formats = new ConfigFileFormats();

    @Test
    void quotedPlaceholdersStayAndUnquotedOnesAreHocon() throws Exception {
        Map<String, Object> tree =
                formats.parse("x.conf", "a = \"${topic}\", b = one, c = ${b}\"-${b}\", d = ${?HOME}");

        assertThat(tree).isEqualTo(Map.of("a", "${topic}", "b", "one", "c", "one-${b}"));
    }

    @Test
    void unquotedPlaceholderNeverReachesTheEnvironment() {
        assertThat(System.getenv("PATH")).isNotEmpty();
        assertThatThrownBy(() -> formats.parse("x.conf", "a = 1\nb = ${PATH}"))
                .isInstanceOf(ConfigSyntaxException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("in quotes it is plain text");
    }

    @ParameterizedTest
    @CsvSource({"x.yaml", "x.YML", "x", "x.txt"})
    void readsYamlByEndingOrContent(String name) throws Exception {
        assertThat(formats.parse(name, "bridges:\n  a:\n    filter_topic: x/${topic}\n"))
                .isEqualTo(Map.of("bridges", Map.of("a", Map.of("filter_topic", "x/${topic}"))));
    }

    @ParameterizedTest
    @CsvSource({"x.hocon", "x.conf", "x.json", "x", "x.txt"})
    void readsJsonAsHocon(String name) throws Exception {
        assertThat(formats.parse(name, "{\"a\": {\"b\": \"${topic}\"}}"))
                .isEqualTo(Map.of("a", Map.of("b", "${topic}")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "include \"/etc/passwd\"",
                "include file(\"/etc/passwd\")",
                "include url(\"file:///etc/passwd\")",
                "include classpath(\"application.yaml\")",
                "a { include required(file(\"/etc/passwd\")) }",
            })
    void refusesIncludes(String text) {
        assertThatThrownBy(() -> formats.parse("x.conf", text))
                .isInstanceOf(ConfigSyntaxException.class)
                .hasMessage("must not include other files");
    }

    @ParameterizedTest
    @CsvSource({
        "x.conf,a { password = hunter2 hunter2: }",
        "x.conf,a { password = \"hunter2 }",
        "x.conf,a { password = [hunter2 }",
        "x.yaml,a: {password: hunter2",
        "x.yaml,'a: hunter2: x'",
        "x.yaml,'hunter2'",
        "x.yaml,'[hunter2]'",
        "x,'a: hunter2: x {'",
    })
    void neverQuotesTheText(String name, String text) {
        assertThatThrownBy(() -> formats.parse(name, text))
                .isInstanceOf(ConfigSyntaxException.class)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void refusesRepeatedKeysInYaml() {
        assertThatThrownBy(() -> formats.parse("x.yaml", "a: 1\nb: 2\na: 3\n"))
                .isInstanceOf(ConfigSyntaxException.class)
                .hasMessageContaining("line 3");
    }

    @ParameterizedTest
    @MethodSource("endless")
    void refusesWhatIsNestedOrRepeatedBeyondSense(String name, String text) {
        assertThatThrownBy(() -> formats.parse(name, text)).isInstanceOf(ConfigSyntaxException.class);
    }

    static Stream<Arguments> endless() {
        return Stream.of(
                Arguments.of("x.yaml", "bridges: &a {x: *a}"),
                Arguments.of("x.yaml", "bridges: &a [1, *a]"),
                Arguments.of("x.yaml", "&a {x: {y: [{z: *a}]}}"),
                Arguments.of("x.yaml", "bridges: &a\n  ? [*a]\n  : 1"),
                Arguments.of("x.yaml", "&a\n? [*a]\n: 1"),
                Arguments.of("x.yaml", "a: " + "[".repeat(100_000)),
                Arguments.of("x.yaml", doubled("a0: &a0 {x: 1}\n", "a%1$d: &a%1$d {x: *a%2$d, y: *a%2$d}\n")),
                Arguments.of("x.conf", "a = " + "[".repeat(100_000) + "]".repeat(100_000)),
                Arguments.of("x.conf", "a" + ".a".repeat(100_000) + " = 1"),
                Arguments.of("x.conf", "a" + ".a".repeat(200) + " = 1"),
                Arguments.of("x.json", "{\"a\":".repeat(200) + "1" + "}".repeat(200)),
                Arguments.of("x", "a: " + "[".repeat(100_000)));
    }

    private static String doubled(String first, String next) {
        return first
                + IntStream.rangeClosed(1, 24)
                        .mapToObj(i -> next.formatted(i, i - 1))
                        .collect(Collectors.joining());
    }

    @Test
    void takesAliasesThatStandForSomething() throws Exception {
        assertThat(formats.parse("x.yaml", "a: &a {b: 1}\nc: *a\nd: [*a, *a]\n"))
                .isEqualTo(
                        Map.of("a", Map.of("b", 1), "c", Map.of("b", 1), "d", List.of(Map.of("b", 1), Map.of("b", 1))));
    }
}
