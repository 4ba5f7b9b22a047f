package dev.mqttdq.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HopsTest {

    @Test
    void aMessageThatWasNeverForwardedHasNone() {
        assertThat(Hops.of(MessageProperties.NONE)).isZero();
    }

    @Test
    void countsUpAndKeepsAllOtherProperties() {
        MessageProperties once = Hops.counted(with(new UserProperty("a", "1"), new UserProperty("a", "2")));
        MessageProperties twice = Hops.counted(once);

        assertThat(Hops.of(twice)).isEqualTo(2);
        assertThat(twice.userProperties())
                .containsExactly(
                        new UserProperty("a", "1"), new UserProperty("a", "2"), new UserProperty("mqtt-dq-hops", "2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "many", "99999999999", "1 "})
    void whatIsNoCountCountsAsNone(String value) {
        assertThat(Hops.of(with(new UserProperty(Hops.PROPERTY, value)))).isZero();
    }

    @SuppressWarnings("NullAway") // does not see the annotation of an array in a class file
    private static MessageProperties with(UserProperty... properties) {
        return new MessageProperties(null, null, null, null, null, List.of(properties));
    }
}
