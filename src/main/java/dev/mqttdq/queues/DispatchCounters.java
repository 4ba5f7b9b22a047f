package dev.mqttdq.queues;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a dispatcher counts, from the start of the process on. Any thread may read. */
final class DispatchCounters {

    private final LongAdder delivered = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final AtomicInteger consumers = new AtomicInteger();
    private final AtomicInteger inflight = new AtomicInteger();

    long delivered() {
        return delivered.sum();
    }

    long rejected() {
        return rejected.sum();
    }

    int consumers() {
        return consumers.get();
    }

    int inflight() {
        return inflight.get();
    }

    void sent() {
        delivered.increment();
        inflight.incrementAndGet();
    }

    /** So many are no longer with a consumer. */
    void back(int messages) {
        inflight.addAndGet(-messages);
    }

    void reject() {
        rejected.increment();
    }

    void attached(int present) {
        consumers.set(present);
    }
}
