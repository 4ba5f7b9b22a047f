package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.egress.ConnectorPool;
import dev.mqttdq.egress.ConnectorStatus;
import dev.mqttdq.egress.RemotePublisher;
import dev.mqttdq.egress.RetryAdvice;
import dev.mqttdq.egress.RetryCounters;
import dev.mqttdq.egress.SendingContext;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicHash;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.PartitionId;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.PartitionQueues;
import dev.mqttdq.store.PartitionSettings;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.integration.channel.DirectChannel;

/**
 * The remote half of a bridge: partitions on disk, and the connectors that empty them. What it forwards is appended by the
 * test itself.
 */
public final class RemoteSide implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STOP_GRACE = Duration.ofSeconds(5);

    private final QueueCounters counters = new QueueCounters();
    private final RetryCounters retries = new RetryCounters();
    private final InstantSource clock;
    private final Loops loops;
    private final List<PartitionQueue> partitions;
    private final ConnectorPool pool;

    private RemoteSide(BridgeSettings settings, InstantSource clock) {
        this.clock = clock;
        loops = new Loops(settings.name() + "-egress", clock);
        PartitionQueues queues = new PartitionQueues(clock, System::nanoTime);
        partitions = IntStream.range(0, settings.bufferPoolSize())
                .mapToObj(index -> open(queues, settings, index))
                .toList();
        pool = new ConnectorPool(
                settings, partitions, loops.runtime(), outbound(), new SendingContext(retries, latency -> {}, null));
    }

    /** Opened and sending. */
    public static RemoteSide started(BridgeSettings settings) {
        return started(settings, InstantSource.system());
    }

    /** The same with a clock of the test's. */
    public static RemoteSide started(BridgeSettings settings, InstantSource clock) {
        RemoteSide side = opened(settings, clock);
        side.start();
        return side;
    }

    /** Opened, but connected to nobody until {@link #start}. */
    public static RemoteSide opened(BridgeSettings settings, InstantSource clock) {
        return new RemoteSide(settings, clock);
    }

    public void start() {
        pool.start();
    }

    private PartitionQueue open(PartitionQueues queues, BridgeSettings settings, int index) {
        return queues.open(
                settings.queue().baseDir().resolve(settings.name()).resolve(Integer.toString(index)),
                new PartitionId(settings.name(), index),
                new PartitionSettings(
                        settings.queue().segBytes(), settings.queue().maxTotalBytes(), true),
                counters,
                true);
    }

    private static DirectChannel outbound() {
        RemotePublisher publisher = new RemotePublisher();
        publisher.setBeanFactory(new DefaultListableBeanFactory());
        publisher.setAdviceChain(List.of(new RetryAdvice()));
        publisher.afterPropertiesSet();
        DirectChannel channel = new DirectChannel();
        channel.subscribe(publisher);
        return channel;
    }

    /** The partitions, by index; for an ingress to fill. */
    public List<PartitionQueue> partitions() {
        return partitions;
    }

    /** Stores a message of this text, without properties; on disk on return. */
    public void append(String topic, String text, Qos qos) {
        append(topic, text.getBytes(StandardCharsets.UTF_8), qos, MessageProperties.NONE);
    }

    /** Stores a message that arrives now; on disk on return. */
    public void append(String topic, byte[] payload, Qos qos, MessageProperties properties) {
        append(new BridgeMessage(topic, payload, qos, false, clock.millis(), properties));
    }

    /** Stores a message; on disk on return. */
    public void append(BridgeMessage message) {
        CompletableFuture<Void> stored = new CompletableFuture<>();
        partitions.get(TopicHash.partition(message.topic(), partitions.size())).append(message, new AppendListener() {
            @Override
            public void stored() {
                stored.complete(null);
            }

            @Override
            public void failed(StorageException reason) {
                stored.completeExceptionally(reason);
            }
        });
        stored.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    /** Stores messages whose texts count from {@code from}. */
    public void appendEach(String topic, int from, int count, Qos qos) {
        for (int i = from; i < from + count; i++) {
            append(topic, i + " ", qos);
        }
    }

    public QueueCounters counters() {
        return counters;
    }

    /** How often messages were tried again for this reason. */
    public long retried(String reason) {
        return retries.byLabel().getOrDefault(reason, 0L);
    }

    /** The only connector, or the first. */
    public ConnectorStatus connector() {
        return pool.states().get(0);
    }

    public List<ConnectorStatus> connectors() {
        return pool.states();
    }

    /** Waits until all connectors are connected. */
    public RemoteSide awaitConnected() {
        await("connected").atMost(PATIENCE).until(() -> pool.states().stream().allMatch(ConnectorStatus::connected));
        return this;
    }

    /** Waits until the first connector says that this is wrong. */
    public void awaitProblem(String part) {
        await(part)
                .atMost(PATIENCE)
                .until(() -> String.valueOf(connector().problem()).contains(part));
    }

    /** Waits until so many messages were stored. */
    public void awaitStored(int count) {
        await(count + " stored").atMost(PATIENCE).until(() -> counters.enqueue() >= count);
    }

    /** Waits until all that was stored has ended. */
    public RemoteSide awaitDrained() {
        await("drained").atMost(PATIENCE).until(() -> counters.dequeue() == counters.enqueue());
        return this;
    }

    /** Ends as a bridge does; what is queued stays on disk. */
    @Override
    public void close() {
        try {
            pool.stop(STOP_GRACE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        partitions.forEach(PartitionQueue::close);
        loops.close();
    }
}
