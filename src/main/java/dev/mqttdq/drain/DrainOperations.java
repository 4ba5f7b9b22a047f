package dev.mqttdq.drain;

import java.time.Duration;

/**
 * Empties this instance before it goes away for good. Any thread may call; nothing here waits for a broker.
 *
 * <p>Each enabled bridge and each message queue unsubscribes at the local broker, so that other members of the share group get
 * what comes from now on, stores what the broker still holds for it, and has the broker forget its session. A bridge publishes
 * until its queue is empty; a message queue goes on delivering to its consumers. What remains when the deadline is over stays
 * on disk; bridges and queues go on until the process ends.
 *
 * <p><b>Known ways to lose a message:</b> where no other instance subscribes, nobody gets what is published from now on.
 * A broker may drop what it has buffered for a session when it is unsubscribed (MQTT 5.0 section 3.10.4); Mosquitto and HiveMQ
 * do not. Nothing else is lost: a session of which the broker might still hold something is not ended.
 */
public interface DrainOperations {

    /**
     * Begins, and returns at once. A call while it is going on joins it; a call after the deadline gives so long again. A
     * bridge stays drained, through rebuilds too, until the process ends or an operator resumes it; a message queue until the
     * process ends.
     *
     * @param deadline after which what remains is logged
     */
    DrainReport drain(Duration deadline);

    /** How far it is. */
    DrainReport report();
}
