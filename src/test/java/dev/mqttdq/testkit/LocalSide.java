package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.ingress.EnqueueListener;
import dev.mqttdq.ingress.IngressAdapter;
import dev.mqttdq.ingress.IngressState;
import dev.mqttdq.ingress.IngressState.Presence;
import dev.mqttdq.ingress.LocalSessions;
import dev.mqttdq.ingress.LocalSubscription;
import dev.mqttdq.ingress.PartitionChannel;
import dev.mqttdq.ingress.PartitionRouter;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.session.HandOver;
import dev.mqttdq.store.PartitionQueue;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.integration.channel.DirectChannel;

/** The local half of a bridge: the session at the local broker, which fills partitions of the test's choice. */
public final class LocalSide implements AutoCloseable {

    /** The bound of what it holds in memory. */
    public static final long HAND_OVER_BYTES = 1 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Loops loops;
    private final HandOver handOver = new HandOver(HAND_OVER_BYTES);
    private final IngressAdapter adapter;

    private LocalSide(Builder builder, List<? extends PartitionQueue> partitions) {
        loops = new Loops(builder.name + "-ingress", InstantSource.system());
        adapter = new IngressAdapter(
                new LocalSubscription(
                        builder.name,
                        builder.settings(),
                        new TopicFilter(builder.filter),
                        0,
                        builder.settings().clientidPrefix() + builder.name,
                        null),
                builder.sessions,
                loops.runtime(),
                handOver,
                new Ignoring());
        adapter.setBeanFactory(new DefaultListableBeanFactory());
        adapter.setOutputChannel(router(partitions));
        adapter.afterPropertiesSet();
        adapter.start();
    }

    private static DirectChannel router(List<? extends PartitionQueue> partitions) {
        PartitionRouter router = new PartitionRouter(
                partitions.stream().map(PartitionChannel::new).toList());
        router.setBeanFactory(new DefaultListableBeanFactory());
        router.afterPropertiesSet();
        DirectChannel channel = new DirectChannel();
        channel.subscribe(router);
        return channel;
    }

    /** A session at a broker of this machine. */
    public static Builder at(int port) {
        return new Builder(new ServerAddress("127.0.0.1", port));
    }

    public IngressState state() {
        return adapter.state();
    }

    /** Bytes that came in and are not stored. */
    public long held() {
        return handOver.held();
    }

    /** Waits until messages come in. */
    public LocalSide awaitSubscribed() {
        await("subscribed").atMost(PATIENCE).until(() -> state().subscribed());
        return this;
    }

    /** Waits until it says that this is wrong. */
    public void awaitProblem(String part) {
        await(part)
                .atMost(PATIENCE)
                .until(() -> String.valueOf(state().problem()).contains(part));
    }

    /** Takes what the broker still holds for it, then ends the session. */
    public LocalSide leave() {
        adapter.leave();
        return this;
    }

    /** Ends a {@link #leave}. */
    public void stay() {
        adapter.stay();
    }

    /** Waits until the broker has forgotten the session. */
    public void awaitLeft() {
        await("left").atMost(PATIENCE).until(() -> state().presence() == Presence.LEFT);
    }

    /** Ends as a bridge does; the session stays at the broker. */
    @Override
    public void close() {
        adapter.stop();
        // The adapter stops on its loop.
        loops.run(() -> {});
        loops.close();
    }

    /** How to connect and what to subscribe to. */
    public static final class Builder {

        private final ServerAddress server;
        private String name = "b";
        private String filter = "#";
        private String username = "";
        private Secret password = Secret.NONE;
        private SslSettings ssl = SslSettings.OFF;
        private ProtocolVersion version = ProtocolVersion.V5;
        private Duration keepalive = Duration.ofSeconds(60);
        private int receiveMaximum = 1024;
        private LocalSessions sessions = new Remembered();

        private Builder(ServerAddress server) {
            this.server = server;
        }

        public Builder name(String name) {
            this.name = name;
            return this;
        }

        public Builder filter(String filter) {
            this.filter = filter;
            return this;
        }

        public Builder login(String username, String password) {
            this.username = username;
            this.password = new Secret(password);
            return this;
        }

        public Builder ssl(SslSettings ssl) {
            this.ssl = ssl;
            return this;
        }

        public Builder version(ProtocolVersion version) {
            this.version = version;
            return this;
        }

        public Builder keepalive(Duration keepalive) {
            this.keepalive = keepalive;
            return this;
        }

        public Builder receiveMaximum(int messages) {
            receiveMaximum = messages;
            return this;
        }

        /** Notes the session there; otherwise it is known to this process only. */
        public Builder sessions(LocalSessions sessions) {
            this.sessions = sessions;
            return this;
        }

        /** Starts it; the client id is {@code local-<name>}. */
        public LocalSide start(List<? extends PartitionQueue> partitions) {
            return new LocalSide(this, partitions);
        }

        /** Starts it with one partition. */
        public LocalSide start(PartitionQueue partition) {
            return start(List.of(partition));
        }

        private LocalSettings settings() {
            return new LocalSettings(
                    server.toString(),
                    server,
                    username,
                    password,
                    ssl,
                    version,
                    keepalive,
                    "local-",
                    Duration.ofHours(1),
                    receiveMaximum,
                    Qos.EXACTLY_ONCE,
                    2);
        }
    }

    private static final class Ignoring implements EnqueueListener {

        @Override
        public void stored(Duration latency) {}

        @Override
        public void looped(BridgeMessage message) {}

        @Override
        public void unreadable(String topic) {}

        @Override
        public void refused(BridgeMessage message, StorageException reason) {}
    }

    /** Remembers the session of this process. */
    private static final class Remembered implements LocalSessions {

        private volatile @Nullable LocalSubscription settled;

        @Override
        public Optional<String> firstKnown(List<String> clientIds, String server) {
            return Optional.empty();
        }

        @Override
        public boolean holds(LocalSubscription subscription) {
            return subscription.equals(settled);
        }

        @Override
        public List<String> begin(LocalSubscription subscription) {
            return List.of();
        }

        @Override
        public void settled(LocalSubscription subscription) {
            settled = subscription;
        }

        @Override
        public void leaving(LocalSubscription subscription) {
            settled = null;
        }

        @Override
        public void ended(String clientId) {
            settled = null;
        }
    }
}
