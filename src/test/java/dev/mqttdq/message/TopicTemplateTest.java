package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicTemplateTest {

    @ParameterizedTest
    @CsvSource({
        "fwd/${topic}, a/b, fwd/a/b",
        "${topic}, a/b, a/b",
        "fixed, a/b, fixed",
        "${topic}/${topic}, a, a/a",
        "x/${topic}/y, '', x//y",
        // Neither side means anything but itself.
        "x/${topic}, $1/\\0, x/$1/\\0",
        "\\$1/${topic}, a, \\$1/a",
        // One pass: what was put in is not looked at again.
        "${topic}, ${topic}, ${topic}",
        "${topic}/z, ${topic}, ${topic}/z",
        "$${topic}}, a, $a}",
        // Only the exact placeholder.
        "${Topic}/$topic/${ topic }/{topic}, a, ${Topic}/$topic/${ topic }/{topic}",
        "${qos}/${HOME}/${topic}, a, ${qos}/${HOME}/a"
    })
    void replacesItsPlaceholderLiterally(String template, String topic, String expected) {
        assertThat(new TopicTemplate(template).apply(topic)).isEqualTo(expected);
    }
}
