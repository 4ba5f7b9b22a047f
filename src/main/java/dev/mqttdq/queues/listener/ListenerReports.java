package dev.mqttdq.queues.listener;

import dev.mqttdq.message.RepeatedWarning;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what the listener does with clients, as {@code mqtt_dq_listener_*}, and says what goes wrong with them: one line in
 * five seconds for each kind, whatever a client does. Thread-safe.
 */
final class ListenerReports {

    private static final Logger log = LoggerFactory.getLogger(ListenerReports.class);

    private final AtomicInteger connections = new AtomicInteger();
    private final Counter refusedConnections;
    private final Counter refusedLogins;
    private final Counter refusedSubscriptions;
    private final Counter violations;
    private final RepeatedWarning refusedConnection;
    private final RepeatedWarning refusedLogin;
    private final RepeatedWarning refusedSubscription;
    private final RepeatedWarning violation;
    private final RepeatedWarning tooLarge;
    private final RepeatedWarning bug;

    ListenerReports(MeterRegistry meters, LongSupplier nanoTime) {
        Gauge.builder("mqtt_dq_listener_connections", connections, AtomicInteger::get)
                .description("Connections of consumers, also those that have not logged in yet")
                .strongReference(true)
                .register(meters);
        refusedConnections = counter(meters, "refused_connections", "Connections closed because there are too many");
        refusedLogins = counter(meters, "refused_logins", "CONNECT packets that were refused");
        refusedSubscriptions =
                counter(meters, "refused_subscriptions", "Topics in SUBSCRIBE packets that were refused");
        violations = counter(meters, "violations", "Connections ended because the client broke the protocol");
        refusedConnection = new RepeatedWarning(nanoTime);
        refusedLogin = new RepeatedWarning(nanoTime);
        refusedSubscription = new RepeatedWarning(nanoTime);
        violation = new RepeatedWarning(nanoTime);
        tooLarge = new RepeatedWarning(nanoTime);
        bug = new RepeatedWarning(nanoTime);
    }

    private static Counter counter(MeterRegistry meters, String name, String description) {
        return Counter.builder("mqtt_dq_listener_" + name)
                .description(description)
                .register(meters);
    }

    void opened() {
        connections.incrementAndGet();
    }

    void closed() {
        connections.decrementAndGet();
    }

    void refusedConnection(SocketAddress from) {
        refusedConnections.increment();
        refusedConnection.warn(suppressed -> log.warn(
                "queue listener: no more connections, refused {}; {} more since the last line", from, suppressed));
    }

    void refusedLogin(SocketAddress from, Refusal refusal) {
        refusedLogins.increment();
        refusedLogin.warn(suppressed -> log.warn(
                "queue listener: login from {} refused: {}; {} more since the last line", from, refusal, suppressed));
    }

    void refusedSubscription(ClientName client, String topic, String reason) {
        refusedSubscriptions.increment();
        refusedSubscription.warn(suppressed -> log.warn(
                "queue listener: {} may not subscribe to {}: {}; {} more since the last line",
                client,
                printable(topic),
                reason,
                suppressed));
    }

    /** @param client a name or an address */
    void violation(Object client, String what) {
        violations.increment();
        violation.warn(suppressed -> log.warn(
                "queue listener: connection of {} ended: {}; {} more since the last line",
                client,
                printable(what),
                suppressed));
    }

    void tooLarge(ClientName client, String topic) {
        tooLarge.warn(suppressed -> log.warn(
                "queue listener: {} takes no packet as large as a message of {}; it goes to others; {} more since the last line",
                client,
                printable(topic),
                suppressed));
    }

    void bug(Throwable failure) {
        bug.warn(suppressed -> log.error("queue listener: a connection failed; this is a bug", failure));
    }

    private static String printable(String text) {
        String plain = text.replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= 200 ? plain : plain.substring(0, 200) + "…";
    }
}
