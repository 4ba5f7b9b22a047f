package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.Test;

class MessageLogTest {

    private final MessageLog log = new MessageLog();

    @Test
    void namesWhatIsMissing() {
        arrive("up/a", 0, 2);

        assertThat(log.missing(Map.of("a", Set.of(0L, 1L, 2L), "b", Set.of(0L)), topic -> "up/" + topic))
                .isEqualTo(Map.of("a", Set.of(1L), "b", Set.of(0L)));
    }

    @Test
    void aRepetitionIsADuplicateButNotOutOfOrder() {
        arrive("a", 0, 1, 0, 1, 2);

        assertThat(log.duplicates()).isEqualTo(2);
        assertThat(log.distinct()).isEqualTo(3);
        assertThat(log.firstArrivals("a")).containsExactly(0L, 1L, 2L);
        assertThat(log.outOfOrder()).isEmpty();
    }

    @Test
    void aFirstArrivalAfterALaterOneIsOutOfOrder() {
        arrive("a", 0, 2, 1);
        arrive("b", 0, 1);

        assertThat(log.outOfOrder()).isEqualTo(Map.of("a", 1L));
    }

    private void arrive(String topic, long... numbers) {
        for (long number : numbers) {
            byte[] payload = (number + " ...").getBytes(StandardCharsets.UTF_8);
            log.add(new Arrival(topic, payload, 1, false, new MqttProperties()));
        }
    }
}
