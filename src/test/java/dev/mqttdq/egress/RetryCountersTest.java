package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.session.RemoteException.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryCountersTest {

    private final RetryCounters counters = new RetryCounters();

    @Test
    void nameOnlyWhatOccurred() {
        assertThat(counters.byLabel()).isEmpty();

        counters.add(Reason.REASON_CODE, 2);
        counters.add(Reason.CONNECTION_LOST, 3);
        counters.add(Reason.CONNECTION_LOST, 1);
        counters.add(Reason.TIMEOUT, 0);

        assertThat(counters.byLabel()).isEqualTo(Map.of("reason_code", 2L, "connection_lost", 4L));
        assertThatThrownBy(() -> counters.byLabel().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    /** The names are those of the status API. */
    @Test
    void knowAllReasonsByName() {
        for (Reason reason : Reason.values()) {
            counters.add(reason, 1);
        }

        assertThat(counters.byLabel())
                .containsOnlyKeys("reason_code", "connect_failed", "timeout", "connection_lost", "other");
    }
}
