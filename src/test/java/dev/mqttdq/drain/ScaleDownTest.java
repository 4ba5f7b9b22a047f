package dev.mqttdq.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.drain.DrainReport.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScaleDownTest {

    private final AtomicLong nanos = new AtomicLong();
    private final FakePart bridges = new FakePart(Drainable.Kind.BRIDGE);
    private final FakePart queues = new FakePart(Drainable.Kind.QUEUE);
    private final ScaleDown drain = new ScaleDown(List.of(bridges, queues), nanos::get);

    @AfterEach
    void close() {
        drain.close();
    }

    private static final class FakePart implements Drainable {

        private final Kind kind;
        private volatile boolean draining;
        private volatile long remaining = 1;

        FakePart(Kind kind) {
            this.kind = kind;
        }

        @Override
        public Kind kind() {
            return kind;
        }

        @Override
        public void drain() {
            draining = true;
        }

        @Override
        public boolean isServing() {
            return !draining;
        }

        @Override
        public List<Remains> remains() {
            return draining ? List.of(new Remains(kind.name(), Path.of("."), remaining, true, null)) : List.of();
        }
    }

    @Test
    void servesUntilItIsAsked() {
        assertThat(drain.report()).isEqualTo(new DrainReport(State.SERVING, List.of(), List.of()));
    }

    @Test
    void isDrainedWhenNeitherBridgesNorQueuesHoldAnything() {
        assertThat(drain.drain(Duration.ofSeconds(5)).state()).isEqualTo(State.DRAINING);

        bridges.remaining = 0;
        assertThat(drain.report().state()).isEqualTo(State.DRAINING);
        queues.remaining = 0;

        DrainReport report = drain.report();
        assertThat(report.state()).isEqualTo(State.DRAINED);
        assertThat(report.bridges()).extracting(Remains::name).containsExactly("BRIDGE");
        assertThat(report.queues()).extracting(Remains::name).containsExactly("QUEUE");
    }

    @Test
    void expiresWhenEitherHoldsSomethingAtTheDeadline() {
        drain.drain(Duration.ofSeconds(5));
        bridges.remaining = 0;

        nanos.set(Duration.ofSeconds(5).toNanos());

        assertThat(drain.report().state()).isEqualTo(State.EXPIRED);
        queues.remaining = 0;
        assertThat(drain.report().state()).isEqualTo(State.DRAINED);
    }

    @Test
    void joinsWhatIsGoingOnAndBeginsAnewAfterTheDeadline() {
        drain.drain(Duration.ofSeconds(5));
        nanos.set(Duration.ofSeconds(3).toNanos());
        drain.drain(Duration.ofSeconds(5));
        nanos.set(Duration.ofSeconds(6).toNanos());
        assertThat(drain.report().state()).isEqualTo(State.EXPIRED);

        drain.drain(Duration.ofSeconds(5));

        assertThat(drain.report().state()).isEqualTo(State.DRAINING);
    }

    @Test
    void servesAgainOnlyWhenNothingIsDraining() {
        drain.drain(Duration.ofSeconds(5));

        bridges.draining = false;
        assertThat(drain.report().state()).isEqualTo(State.DRAINING);
        queues.draining = false;

        assertThat(drain.report().state()).isEqualTo(State.SERVING);
    }
}
