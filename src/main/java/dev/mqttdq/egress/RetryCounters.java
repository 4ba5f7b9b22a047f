package dev.mqttdq.egress;

import dev.mqttdq.session.RemoteException.Reason;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** How often messages of one bridge were tried again, by reason; outlives a rebuild of the bridge. Thread-safe. */
public final class RetryCounters {

    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    public RetryCounters() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void add(Reason reason, long count) {
        LongAdder adder = counts.get(reason);
        if (adder == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        adder.add(count);
    }

    /** By {@link Reason#label}; reasons that never occurred are absent. */
    public Map<String, Long> byLabel() {
        Map<String, Long> result = new TreeMap<>();
        counts.forEach((reason, count) -> {
            if (count.sum() > 0) {
                result.put(reason.label(), count.sum());
            }
        });
        return Collections.unmodifiableMap(result);
    }
}
