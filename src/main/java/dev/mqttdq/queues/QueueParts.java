package dev.mqttdq.queues;

import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.session.EventLoop;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What every queue is made with.
 *
 * @param stores where messages are kept
 * @param sessions where sessions at the local broker are noted
 * @param keepAlive where the connections of all queues are checked
 * @param nanoTime a monotonic clock
 * @param process tells this process from those before it
 */
record QueueParts(
        QueueStores stores,
        QueueFlows flows,
        LocalSessions sessions,
        EventLoop keepAlive,
        LongSupplier nanoTime,
        InstantSource wallClock,
        RandomGenerator random,
        String process) {

    /** What the ids of a queue's messages begin with, so that no two messages have the same. */
    String idPrefix(QueueDefinition definition) {
        return definition.id() + "-" + process + "-";
    }
}
