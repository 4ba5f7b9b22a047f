package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.SslSettings.Verify;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.store.PartitionQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.MessageChannel;

/**
 * The connectors of one bridge; partition i is published through connector i mod {@code pool_size}. May be called from any
 * thread.
 */
public final class ConnectorPool {

    private static final Logger log = LoggerFactory.getLogger(ConnectorPool.class);
    private static final Duration IDLE_CHECK = Duration.ofMillis(20);

    private final EventLoop loop;
    private final ConnectorContext context;
    private final List<Connector> connectors;

    /**
     * @param partitions by index
     * @param outbound where attempts to publish go; ends at a {@link RemotePublisher} under a {@link RetryAdvice}
     */
    public ConnectorPool(
            BridgeSettings settings,
            List<PartitionQueue> partitions,
            SessionRuntime runtime,
            MessageChannel outbound,
            SendingContext sending) {
        loop = runtime.loop();
        context = new ConnectorContext(settings, runtime, outbound, sending);
        int size = settings.poolSize();
        connectors = IntStream.range(0, size)
                .mapToObj(index -> new Connector(context, index, every(size, index, partitions)))
                .toList();
    }

    private static List<PartitionQueue> every(int size, int index, List<PartitionQueue> partitions) {
        List<PartitionQueue> own = new ArrayList<>();
        for (int i = index; i < partitions.size(); i += size) {
            own.add(partitions.get(i));
        }
        return own;
    }

    /** Begins to connect and to publish. */
    public void start() {
        BridgeSettings settings = context.settings();
        if (settings.remote().ssl().enable() && settings.remote().ssl().verify() == Verify.VERIFY_NONE) {
            log.warn(
                    "{}: ssl.verify = verify_none: nobody checks that {} is who it says it is",
                    settings.name(),
                    settings.remote().server());
        }
        loop.execute(() -> connectors.forEach(Connector::start));
    }

    /** Publishes other partitions from now on; the present ones must be empty. */
    public void feedFrom(List<PartitionQueue> partitions) {
        loop.execute(() -> {
            for (int i = 0; i < connectors.size(); i++) {
                connectors.get(i).feedFrom(every(connectors.size(), i, partitions));
            }
        });
    }

    /** Stops sending, or goes on; connections stay. */
    public void pause(boolean paused) {
        loop.execute(() -> connectors.forEach(connector -> connector.pause(paused)));
    }

    /** New settings that differ only in what is read when sending. */
    public void reconfigure(BridgeSettings settings) {
        context.reconfigure(settings);
    }

    /** Sends no more, waits so long for what is in flight, then disconnects. */
    public void stop(Duration grace) throws InterruptedException {
        CountDownLatch idle = new CountDownLatch(1);
        loop.execute(() -> {
            connectors.forEach(Connector::quiesce);
            tellWhenIdle(idle);
        });
        if (!idle.await(grace.toNanos(), TimeUnit.NANOSECONDS)) {
            log.info(
                    "{}: the remote did not answer everything in time; the rest is sent again",
                    context.settings().name());
        }
        loop.executeAndWait(() -> connectors.forEach(Connector::stop), grace);
    }

    private void tellWhenIdle(CountDownLatch idle) {
        if (connectors.stream().allMatch(Connector::isIdle)) {
            idle.countDown();
        } else {
            loop.schedule(IDLE_CHECK, () -> tellWhenIdle(idle));
        }
    }

    /** By index. */
    public List<ConnectorStatus> states() {
        return connectors.stream().map(Connector::state).toList();
    }
}
