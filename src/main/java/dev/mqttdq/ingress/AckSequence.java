package dev.mqttdq.ingress;

import dev.mqttdq.message.Qos;
import dev.mqttdq.session.MqttConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The acknowledgements owed on one connection. They leave in the order in which the messages came (MQTT 5.0 section 4.6),
 * each when its message and all before it are stored. Thread-safe.
 */
final class AckSequence {

    private final MqttConnection connection;
    private final Runnable first;
    private final Deque<Ticket> owed = new ArrayDeque<>();
    private boolean begun;

    /** @param first run when the first acknowledgement leaves */
    AckSequence(MqttConnection connection, Runnable first) {
        this.connection = connection;
        this.first = first;
    }

    /** The connection they are owed on. */
    MqttConnection connection() {
        return connection;
    }

    /** Notes a message that came in. */
    synchronized Ticket open(int packetId, Qos qos, long nowNanos) {
        Ticket ticket = new Ticket(packetId, qos, nowNanos);
        owed.add(ticket);
        return ticket;
    }

    /** When the message came in that has been owed an acknowledgement the longest. */
    synchronized Optional<Long> oldestSinceNanos() {
        return Optional.ofNullable(owed.peek()).map(ticket -> ticket.sinceNanos);
    }

    private synchronized void settle(Ticket settled) {
        settled.stored = true;
        Ticket next;
        while ((next = owed.peek()) != null && next.stored) {
            owed.poll();
            connection.acknowledge(next.packetId, next.qos);
            if (!begun) {
                begun = true;
                first.run();
            }
        }
    }

    /** One message's acknowledgement. */
    final class Ticket {

        private final int packetId;
        private final Qos qos;
        private final long sinceNanos;
        private boolean stored;

        private Ticket(int packetId, Qos qos, long sinceNanos) {
            this.packetId = packetId;
            this.qos = qos;
            this.sinceNanos = sinceNanos;
        }

        /** The message is stored: it may be acknowledged. */
        void stored() {
            settle(this);
        }
    }
}
