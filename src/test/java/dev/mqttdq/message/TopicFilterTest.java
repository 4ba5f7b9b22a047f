package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicFilterTest {

    /** The examples of MQTT 5.0 section 4.7 and what lies beside them. */
    @ParameterizedTest
    @CsvSource({
        // 4.7.1.2
        "sport/tennis/player1/#, sport/tennis/player1",
        "sport/tennis/player1/#, sport/tennis/player1/ranking",
        "sport/tennis/player1/#, sport/tennis/player1/score/wimbledon",
        "sport/#, sport",
        "sport/#, sport/",
        "#, sport/tennis",
        "#, /",
        // 4.7.1.3
        "sport/tennis/+, sport/tennis/player1",
        "sport/tennis/+, sport/tennis/",
        "sport/+, sport/",
        "+/tennis/#, sport/tennis",
        "+/tennis/#, sport/tennis/a/b",
        "sport/+/player1, sport/tennis/player1",
        "sport/+/player1, sport//player1",
        "+, sport",
        "+/+, /finance",
        "/+, /finance",
        "+/#, sport",
        // 4.7.2
        "$SYS/#, $SYS/broker/load",
        "$SYS/#, $SYS",
        "$SYS/monitor/+, $SYS/monitor/Clients",
        // 4.7.3
        "a//b, a//b",
        "/, /",
        "a/, a/",
        "a b/ü/日本, a b/ü/日本",
        "a/+/+/d, a/b/c/d",
        "a/$x/+, a/$x/y",
        "a/+, a/$x"
    })
    void matches(String filter, String topic) {
        assertThat(new TopicFilter(filter).matches(topic)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "sport/tennis/player1/#, sport/tennis",
        "sport/tennis/player1/#, sport/tennis/player10",
        "sport/#, sports",
        "sport/#, /sport",
        "sport/tennis/+, sport/tennis/player1/ranking",
        "sport/+, sport",
        "+, /finance",
        "+, sport/tennis",
        "+/+, sport",
        "+/+, a/b/c",
        "#, $SYS/broker/load",
        "#, $SYS",
        "+/monitor/Clients, $SYS/monitor/Clients",
        "+/#, $share",
        "/#, a",
        "a, A",
        "a, a/",
        "a/, a",
        "a/b, a",
        "a, a/b",
        "a//b, a/b",
        "a/+/c, a/b/d",
        "a/b/#, a/bc"
    })
    void doesNotMatch(String filter, String topic) {
        assertThat(new TopicFilter(filter).matches(topic)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a#",
                "#/a",
                "a/#/b",
                "a/#b",
                "##",
                "a+",
                "+a",
                "a/+b/c",
                "++",
                "$share/group/a",
                "$share/",
                "$share",
                "a\0b",
                "a/\uD800",
                "\uDC00"
            })
    void refuses(String filter) {
        assertThat(TopicFilter.problemOf(filter)).isPresent();
        assertThatThrownBy(() -> new TopicFilter(filter)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesWhatMqttCanCarryAndNoMore() {
        assertThat(TopicFilter.problemOf("ü".repeat(32_767) + "a")).isEmpty();
        assertThat(TopicFilter.problemOf("ü".repeat(32_768)))
                .hasValueSatisfying(problem -> assertThat(problem).contains("65535"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"#", "+", "/", "//", "+/#", "/#", "a/+/#", "$SYS/#", "$shared/a", "a/$share/b", " "})
    void takes(String filter) {
        assertThat(TopicFilter.problemOf(filter)).isEmpty();
    }
}
