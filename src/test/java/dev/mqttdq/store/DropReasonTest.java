package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DropReasonTest {

    @Test
    void belongsToBridgesToQueuesOrToBoth() {
        Set<DropReason> all = EnumSet.copyOf(DropReason.ofBridges());
        all.addAll(DropReason.ofQueues());
        assertThat(all).containsExactly(DropReason.values());

        assertThat(DropReason.ofBridges())
                .contains(DropReason.CORRUPT, DropReason.OVERFLOW)
                .doesNotContain(
                        DropReason.REPLACED,
                        DropReason.RETENTION,
                        DropReason.LIMIT,
                        DropReason.MAX_DELIVERIES,
                        DropReason.KEY_FAILED,
                        DropReason.DELETED);
        assertThat(DropReason.ofQueues())
                .contains(DropReason.CORRUPT, DropReason.LIMIT)
                .doesNotContain(DropReason.OVERFLOW, DropReason.RETRIES_EXHAUSTED, DropReason.ORPHANED);
    }
}
