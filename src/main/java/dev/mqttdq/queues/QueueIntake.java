package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.ingress.EnqueueListener;
import dev.mqttdq.ingress.Intake;
import dev.mqttdq.key.KeyContext;
import dev.mqttdq.key.KeyEvaluationException;
import dev.mqttdq.key.KeyExpression;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.RepeatedWarning;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.Settlement;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts what the local broker sends into a queue's store, under its key where the queue is a last-value queue. A message whose
 * key cannot be found is not stored, but counted. Any thread may call.
 */
final class QueueIntake implements Intake, EnqueueListener {

    private static final Logger log = LoggerFactory.getLogger(QueueIntake.class);

    private final QueueDefinition definition;
    private final PartitionQueue store;
    private final QueueCounters counters;
    private final String idPrefix;
    private final AtomicLong ids = new AtomicLong();
    private final RepeatedWarning keyless;
    private final RepeatedWarning tooLarge;
    private final RepeatedWarning unreadable;
    private volatile KeyRule rule;

    private record KeyRule(@Nullable KeyExpression expression, PublisherProperties publisher) {

        static KeyRule of(MessageQueueSettings settings, PublisherProperties publisher) {
            return new KeyRule(settings.lastValue() ? KeyExpression.parse(settings.keyExpression()) : null, publisher);
        }
    }

    /**
     * @param idPrefix what the ids of messages begin with: another one in each process
     * @param nanoTime a monotonic clock
     */
    QueueIntake(
            QueueDefinition definition,
            PublisherProperties publisher,
            OpenStore store,
            String idPrefix,
            LongSupplier nanoTime) {
        this.definition = definition;
        this.store = store.queue();
        this.counters = store.counters();
        this.idPrefix = idPrefix;
        keyless = new RepeatedWarning(nanoTime);
        tooLarge = new RepeatedWarning(nanoTime);
        unreadable = new RepeatedWarning(nanoTime);
        rule = KeyRule.of(definition.settings(), publisher);
    }

    /** The queue's name. */
    String queue() {
        return definition.name();
    }

    /** From the next message on, keys are found so. */
    void reconfigure(MessageQueueSettings settings, PublisherProperties publisher) {
        rule = KeyRule.of(settings, publisher);
    }

    @Override
    public boolean take(BridgeMessage message, AppendListener listener) {
        try {
            store.append(message, key(message), listener);
            return true;
        } catch (KeyEvaluationException e) {
            drop(DropReason.KEY_FAILED);
            keyless.warn(suppressed -> log.warn(
                    "{}: a message for {} has no key and is not stored: {}; {} more since the last line",
                    queue(),
                    message.topic(),
                    e.getMessage(),
                    suppressed));
            return false;
        }
    }

    private @Nullable String key(BridgeMessage message) {
        KeyRule now = rule;
        KeyExpression expression = now.expression();
        return expression == null
                ? null
                : expression.evaluate(
                        message,
                        new KeyContext(
                                now.publisher().from(), now.publisher().username(), idPrefix + ids.incrementAndGet()));
    }

    private void drop(DropReason reason) {
        counters.enqueued(1);
        counters.settled(Settlement.dropped(reason), 1);
    }

    @Override
    public void stored(Duration latency) {
        // The store counts what it stores.
    }

    @Override
    public void looped(BridgeMessage message) {
        throw new IllegalStateException("a queue counts no hops");
    }

    @Override
    public void unreadable(String topic) {
        drop(DropReason.INVALID_TOPIC);
        unreadable.warn(suppressed -> log.warn(
                "{}: a message for {} was dropped: its topic or properties hold characters that cannot be sent on; {}"
                        + " more since the last line",
                queue(),
                topic.replaceAll("\\p{Cntrl}", "?"),
                suppressed));
    }

    @Override
    public void refused(BridgeMessage message, StorageException reason) {
        tooLarge.warn(suppressed -> log.warn(
                "{}: a message for {} was not stored: {}; {} more since the last line",
                queue(),
                message.topic(),
                reason.getMessage(),
                suppressed));
    }
}
