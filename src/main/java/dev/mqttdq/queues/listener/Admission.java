package dev.mqttdq.queues.listener;

import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounds the connections: all of them, and those that have not logged in yet, each for itself. Thread-safe. */
final class Admission {

    private final Limits limits;
    private final ListenerReports reports;
    private final AtomicInteger all = new AtomicInteger();
    private final AtomicInteger strangers = new AtomicInteger();

    Admission(Limits limits, ListenerReports reports) {
        this.limits = limits;
        this.reports = reports;
    }

    /** Whether a new connection may stay; it counts until it is closed. */
    boolean admit(Channel channel) {
        if (!enter(all, limits.connections())) {
            return false;
        }
        if (!enter(strangers, limits.strangers())) {
            all.decrementAndGet();
            return false;
        }
        reports.opened();
        channel.closeFuture().addListener(closed -> {
            all.decrementAndGet();
            reports.closed();
        });
        return true;
    }

    private static boolean enter(AtomicInteger counter, int limit) {
        if (counter.incrementAndGet() <= limit) {
            return true;
        }
        counter.decrementAndGet();
        return false;
    }

    /** A connection that was admitted has logged in, or is gone without. */
    void isNoStranger() {
        strangers.decrementAndGet();
    }
}
