package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PacketIdsTest {

    @Test
    void countsFromOne() {
        PacketIds<String> ids = new PacketIds<>(10);

        assertThat(ids.take("a")).isEqualTo(1);
        assertThat(ids.take("b")).isEqualTo(2);
    }

    @Test
    void isFullWhenTheWindowIs() {
        PacketIds<String> ids = new PacketIds<>(2);
        ids.take("a");
        assertThat(ids.isFull()).isFalse();
        ids.take("b");

        assertThat(ids.isFull()).isTrue();
        assertThatThrownBy(() -> ids.take("c")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void givesBackWhatWasTakenOnce() {
        PacketIds<String> ids = new PacketIds<>(2);
        int id = ids.take("a");

        assertThat(ids.free(id)).isEqualTo("a");
        assertThat(ids.free(id)).isNull();
        assertThat(ids.free(4711)).isNull();
        assertThat(ids.isFull()).isFalse();
    }

    @Test
    void goesRoundAndSkipsWhatIsInUse() {
        PacketIds<Integer> ids = new PacketIds<>(PacketIds.MAX);
        for (int i = 1; i <= PacketIds.MAX; i++) {
            assertThat(ids.take(i)).isEqualTo(i);
        }
        ids.free(7);
        assertThat(ids.take(7)).isEqualTo(7);
        ids.free(3);
        ids.free(PacketIds.MAX);

        assertThat(ids.take(0)).isEqualTo(PacketIds.MAX);
        assertThat(ids.take(0)).isEqualTo(3);
        assertThat(ids.isFull()).isTrue();
    }
}
