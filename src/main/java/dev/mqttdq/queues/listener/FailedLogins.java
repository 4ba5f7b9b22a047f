package dev.mqttdq.queues.listener;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Remembers who failed to log in, so that guessing passwords is slow and costs us little. Counted for a user at an address:
 * an attacker locks nobody out who comes from elsewhere, and a client with a wrong password nobody else behind the same
 * address. Thread-safe.
 */
final class FailedLogins {

    private static final int REMEMBERED = 10_000;

    private final int allowed;
    private final long memoryNanos;
    private final LongSupplier nanoTime;
    private final Map<Source, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Source, Failures> eldest) {
            return size() > REMEMBERED;
        }
    };

    FailedLogins(Limits limits, LongSupplier nanoTime) {
        allowed = limits.failedLogins();
        memoryNanos = limits.failureMemory().toNanos();
        this.nanoTime = nanoTime;
    }

    /** Who tried, and from where. */
    record Source(String username, InetAddress address) {}

    private record Failures(int count, long since) {}

    /** Whether its password is not to be looked at now. */
    synchronized boolean areTooMany(Source source) {
        Failures known = failures.get(source);
        if (known != null && nanoTime.getAsLong() - known.since >= memoryNanos) {
            failures.remove(source);
            return false;
        }
        return known != null && known.count >= allowed;
    }

    synchronized void failed(Source source) {
        long now = nanoTime.getAsLong();
        failures.merge(
                source, new Failures(1, now), (known, one) -> new Failures(known.count + one.count, known.since));
    }

    synchronized void succeeded(Source source) {
        failures.remove(source);
    }
}
