package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.session.BackOff;
import dev.mqttdq.session.Connack;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.session.MqttConnection;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.session.SessionListener;
import dev.mqttdq.session.SupervisedSession;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StoredMessage;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.support.GenericMessage;

/**
 * One connection to the remote and the partitions that are published through it.
 *
 * <p>Guarantees: a message is settled only when the remote acknowledged it (QoS 0: when it was written), or when it was
 * dropped for a reason that is counted and logged. Per topic, first arrivals at the remote are in the order of storing.
 * At most {@code min(max_inflight, Receive Maximum)} messages are unanswered at a time. Whatever is unanswered when a
 * connection ends is read from disk and sent again, in order, on the next: at least once, with at most that many
 * duplicates for each loss of a connection.
 *
 * <p>A message that the remote refuses is tried again by itself, the later ones of its topic behind it; the connection and
 * all other topics go on. No acknowledgement at all for {@code ack_timeout_s} renews the connection.
 *
 * <p>Messages that were already under way behind a refused one of their topic may overtake it.
 *
 * <p>Belongs to the loop of the bridge's egress; {@link #state}, {@link #judged} and {@link #retryRule} may be called from
 * any thread.
 */
public final class Connector implements SessionListener {

    private static final Logger log = LoggerFactory.getLogger(Connector.class);
    private static final Duration SCAN = Duration.ofSeconds(1);

    private final ConnectorContext context;
    private final String name;
    private final SupervisedSession session;
    private List<PartitionFeed> feeds;

    private @Nullable MqttConnection connection;
    private Connack limits = Connack.UNLIMITED;
    private boolean started;
    private boolean connectedBefore;
    private boolean loweredWarned;
    private boolean paused;
    private boolean pausedForRate;
    private int turn;
    private int inflight;
    private long reconnects;
    /** When the remote last answered, or the first message was sent that it had to answer. */
    private long lastAnswer;
    /** When the remote last took a message, or there was none to send. */
    private long lastProgress;

    private boolean nothingToSend = true;
    private @Nullable String problem = "not connected yet";
    private volatile ConnectorStatus state;

    Connector(ConnectorContext context, int index, List<PartitionQueue> partitions) {
        this.context = context;
        name = context.settings().name() + "-connector-" + index;
        EventLoop loop = context.loop();
        feeds = feeds(partitions);
        session = new SupervisedSession(
                name,
                loop,
                context.keepAlive(),
                () -> context.session(index),
                // Nothing comes in on this side.
                new HandOver(Long.MAX_VALUE),
                new BackOff(context.random()),
                this);
        state = new ConnectorStatus(false, 0, 0, loop.nanoTime(), problem);
    }

    private List<PartitionFeed> feeds(List<PartitionQueue> partitions) {
        return partitions.stream()
                .map(queue -> new PartitionFeed(queue, context.loop(), this::pump))
                .toList();
    }

    /** Publishes other partitions from now on; nothing of the present ones may be left. */
    void feedFrom(List<PartitionQueue> partitions) {
        feeds = feeds(partitions);
        turn = 0;
        pump();
    }

    /** Sends nothing while paused; the connection stays. */
    void pause(boolean paused) {
        this.paused = paused;
        pump();
    }

    void start() {
        started = true;
        context.settings().remote().unresolvedVariable().ifPresentOrElse(this::waitForVariable, session::start);
        scan();
        publishState();
    }

    private void waitForVariable(String variable) {
        problem = "environment variable " + variable + " is not set, so there is no server to connect to";
        log.error("{}: {}; messages are kept on disk", name, problem);
    }

    /** Sends no more; what is in flight may still be answered until {@link #stop}. */
    void quiesce() {
        started = false;
    }

    void stop() {
        started = false;
        session.stop();
        connection = null;
    }

    /** Whether nothing is unanswered. */
    boolean isIdle() {
        return inflight == 0;
    }

    /** A snapshot, as of the last change. */
    public ConnectorStatus state() {
        return state;
    }

    RetryRule retryRule() {
        return context.retryRule();
    }

    void judged(Delivery delivery, Verdict verdict) {
        context.loop().execute(() -> apply(delivery, verdict));
    }

    @Override
    public void connected(MqttConnection connection, Connack connack) {
        this.connection = connection;
        limits = connack;
        problem = null;
        loweredWarned = false;
        lastAnswer = now();
        lastProgress = lastAnswer;
        if (connectedBefore) {
            reconnects++;
        }
        connectedBefore = true;
        pump();
    }

    @Override
    public void disconnected(RemoteException reason, boolean wasConnected) {
        connection = null;
        problem = reason.getMessage();
        if (wasConnected) {
            context.retries()
                    .add(reason.reason() == Reason.TIMEOUT ? Reason.TIMEOUT : Reason.CONNECTION_LOST, inflight);
            feeds.forEach(this::giveBack);
            inflight = 0;
        } else {
            context.retries().add(reason.reason() == Reason.REASON_CODE ? Reason.CONNECT_FAILED : reason.reason(), 1);
        }
        publishState();
    }

    private void giveBack(PartitionFeed feed) {
        RetryRule rule = retryRule();
        for (Delivery delivery : List.copyOf(feed.inflight().values())) {
            if (rule.isLast(delivery.attempt())) {
                drop(feed, delivery.stored(), DropReason.RETRIES_EXHAUSTED, "the connection was lost each time");
            }
        }
        feed.rewind();
    }

    private void pump() {
        if (nothingToSend) {
            lastProgress = now();
        }
        MqttConnection current = connection;
        if (current == null || !started || paused) {
            publishState();
            return;
        }
        int window = Math.min(context.settings().maxInflight(), limits.receiveMaximum());
        int empty = 0;
        while (inflight < window && empty < feeds.size() && !pausedForRate) {
            PartitionFeed feed = feeds.get(turn);
            turn = (turn + 1) % feeds.size();
            empty = sendOne(current, feed) ? 0 : empty + 1;
        }
        if (!pausedForRate) {
            feeds.forEach(feed -> feed.replenish(context.settings().maxInflight()));
        }
        publishState();
    }

    /** Returns whether the feed had a message, sent or not. */
    private boolean sendOne(MqttConnection current, PartitionFeed feed) {
        Duration wait = feed.hasNext() ? context.rateLimit().acquire(now()) : Duration.ZERO;
        if (!wait.isZero()) {
            pausedForRate = true;
            context.loop().schedule(wait, () -> {
                pausedForRate = false;
                pump();
            });
            return false;
        }
        StoredMessage stored = feed.next();
        if (stored == null) {
            return false;
        }
        Outgoing outgoing = Outgoing.of(
                stored.message(),
                context.settings(),
                limits,
                context.wallClock().millis());
        if (outgoing instanceof Outgoing.Impossible impossible) {
            drop(feed, stored, impossible.reason(), impossible.detail());
        } else if (outgoing instanceof Outgoing.Send send) {
            warnIfLowered(stored, send);
            Delivery delivery = new Delivery(
                    this,
                    feed,
                    stored,
                    current,
                    send.publish(),
                    feed.nextAttempt(stored),
                    now(),
                    new CompletableFuture<>());
            if (inflight == 0) {
                lastAnswer = now();
            }
            inflight++;
            feed.sent(delivery);
            context.outbound().send(new GenericMessage<>(delivery));
        }
        return true;
    }

    private void apply(Delivery delivery, Verdict verdict) {
        if (delivery.connection() != connection || !isInflight(delivery)) {
            return;
        }
        PartitionFeed feed = delivery.feed();
        if (verdict instanceof Verdict.ConnectionOver over) {
            session.renew(over.cause());
            return;
        }
        inflight--;
        lastAnswer = now();
        if (verdict.provesConnection(delivery.publish().qos())) {
            session.proved();
        }
        if (verdict instanceof Verdict.Retry retry) {
            context.retries().add(retry.cause().reason(), 1);
            problemWith(delivery, retry.cause());
            feed.retryLater(delivery, retry.delay());
        } else if (verdict instanceof Verdict.Drop drop) {
            drop(
                    feed,
                    delivery.stored(),
                    drop.reason(),
                    String.valueOf(drop.cause().getMessage()));
        } else {
            lastProgress = lastAnswer;
            feed.settle(delivery.stored(), Settlement.PUBLISHED);
            context.published(Duration.ofNanos(lastAnswer - delivery.sentAtNanos()));
        }
        pump();
    }

    private static boolean isInflight(Delivery delivery) {
        return delivery.feed().inflight().get(delivery.stored().offset()) == delivery;
    }

    private void problemWith(Delivery delivery, RemoteException cause) {
        context.refusals()
                .warn(suppressed -> log.warn(
                        "{}: a message for {} was {} (attempt {}); it is tried again, {} more like this since the last line",
                        name,
                        delivery.publish().topic(),
                        cause.getMessage(),
                        delivery.attempt(),
                        suppressed));
    }

    private void drop(PartitionFeed feed, StoredMessage stored, DropReason reason, String detail) {
        feed.settle(stored, Settlement.dropped(reason));
        context.drops()
                .warn(suppressed -> log.warn(
                        "mqtt_dq_publish_dropped: bridge={} topic={} reason={}: {}; {} more dropped since the last line",
                        context.settings().name(),
                        stored.message().topic(),
                        reason.label(),
                        detail,
                        suppressed));
    }

    private void warnIfLowered(StoredMessage stored, Outgoing.Send send) {
        BridgeSettings settings = context.settings();
        boolean lowered = send.publish().qos()
                        != settings.remoteQos().apply(stored.message().qos())
                || send.publish().retain()
                        != settings.remoteRetain().apply(stored.message().retain());
        if (lowered && !loweredWarned) {
            loweredWarned = true;
            log.warn(
                    "{}: the remote takes at most QoS {}{}; messages are sent so on this connection",
                    name,
                    limits.maximumQos().value(),
                    limits.retainAvailable() ? "" : " and no retained messages");
        }
    }

    /** Looks for answers that do not come. */
    private void scan() {
        context.loop().schedule(SCAN, () -> {
            if (!started) {
                return;
            }
            Duration silent = Duration.ofNanos(now() - lastAnswer);
            if (inflight > 0 && silent.compareTo(context.settings().ackTimeout()) >= 0) {
                session.renew(new RemoteException(
                        Reason.TIMEOUT,
                        "no acknowledgement from the remote for "
                                + context.settings().ackTimeout().toSeconds() + " s"));
            }
            scan();
        });
    }

    private void publishState() {
        long backlog = 0;
        for (PartitionFeed feed : feeds) {
            backlog += feed.backlog();
        }
        nothingToSend = inflight == 0 && backlog == 0;
        if (nothingToSend) {
            lastProgress = now();
        }
        state = new ConnectorStatus(connection != null, backlog, reconnects, lastProgress, problem);
    }

    private long now() {
        return context.loop().nanoTime();
    }
}
