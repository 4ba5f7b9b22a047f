package dev.mqttdq.queues.listener;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.queues.QueueSubscriptions;
import dev.mqttdq.session.EventLoop;
import io.micrometer.core.instrument.Gauge;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.codec.mqtt.MqttReasonCodes.Disconnect;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.context.SmartLifecycle;

/**
 * Lets MQTT clients consume message queues, as long as the settings want it. Clients that are not let in, do not keep to the
 * protocol or do not read harm nobody else, and take no more than {@link Limits} allow.
 *
 * <p>Changed users and rules hold at once for those who come, and a connection that would not be let in any more is ended.
 * Another port or SSL bundle ends all connections and listens anew. A port that cannot be had is a {@link #problem}, and is tried again.
 *
 * <p>Threads: {@code queue-listener} opens and closes the port; {@code queue-listener-io-<i>} own the connections, each one its
 * own; {@code queue-listener-login-<i>} check passwords. All methods may be called from any thread.
 */
public final class QueueListener implements SmartLifecycle {

    /** Stopped when the queues have come to rest, and before they close, so that acknowledgements are heard to the last. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 100;

    private static final Logger log = LoggerFactory.getLogger(QueueListener.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /** As long as that a queue may still send what it had begun to send when its client was closed. Nobody waits for it. */
    private static final Duration QUIET_PERIOD = Duration.ofSeconds(2);

    private static final int IO_THREADS = 2;

    private final Supplier<Listener> settings;
    private final BooleanSupplier queuesOn;
    private final ListenerEnvironment environment;
    private final ListenerContext context;
    private final Map<String, TlsEngines> engines = new HashMap<>();
    private volatile Access access = Access.NONE;
    private volatile @Nullable EventLoop loop;
    private volatile @Nullable String problem;
    private volatile boolean begun;
    private volatile @Nullable ListenerSocket socket;
    private @Nullable EventLoopGroup connections;
    private @Nullable Listener opened;
    private @Nullable Future<?> retry;

    /**
     * @param settings as they are just now; {@link #refresh} after a change
     * @param queuesOn whether message queues are on, which {@code auto} follows; the same
     */
    public QueueListener(
            QueueSubscriptions subscriptions,
            Supplier<Listener> settings,
            BooleanSupplier queuesOn,
            ListenerEnvironment environment) {
        this(subscriptions, settings, queuesOn, environment, Limits.DEFAULT);
    }

    QueueListener(
            QueueSubscriptions subscriptions,
            Supplier<Listener> settings,
            BooleanSupplier queuesOn,
            ListenerEnvironment environment,
            Limits limits) {
        this.settings = settings;
        this.queuesOn = queuesOn;
        this.environment = environment;
        context = new ListenerContext(
                subscriptions,
                () -> access,
                new Authenticator(
                        () -> access,
                        environment.passwords(),
                        new FailedLogins(limits, environment.nanoTime()),
                        limits),
                new ConnectedClients(),
                new UnsentBytes(limits.allUnsentBytes()),
                new ListenerReports(environment.meters(), environment.nanoTime()),
                limits);
        Gauge.builder("mqtt_dq_listener_problem", this, listener -> listener.problem == null ? 0 : 1)
                .description("1 while nobody listens though somebody should")
                .register(environment.meters());
    }

    /** The port that is listened on; empty where none is. */
    public OptionalInt port() {
        ListenerSocket open = socket;
        return open == null ? OptionalInt.empty() : OptionalInt.of(open.port());
    }

    /** Whether it has done once what the settings want, or has found that it cannot. */
    public boolean hasBegun() {
        return begun;
    }

    /** Why nobody listens though somebody should; empty where all is well. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /**
     * The settings have changed, or whether message queues are on. Returns at once: users and rules hold for those who come from
     * now on, connections and the port follow soon.
     */
    public void refresh() {
        access = Access.of(settings.get());
        EventLoop running = loop;
        if (running != null) {
            running.execute(() -> follow(running));
        }
    }

    @Override
    public void start() {
        if (loop != null) {
            return;
        }
        EventLoop started = new EventLoop("queue-listener", environment.nanoTime());
        loop = started;
        started.execute(() -> {
            connections = new MultiThreadIoEventLoopGroup(
                    IO_THREADS, new DefaultThreadFactory("queue-listener-io", true), NioIoHandler.newFactory());
            follow(started);
        });
    }

    private void follow(EventLoop running) {
        Listener wanted = settings.get();
        // Once more: of two who refresh at the same time, the one with older settings may have been the later one.
        access = Access.of(wanted);
        boolean listen = shouldListen(wanted);
        if (socket != null && opened != null && !(listen && isSamePlace(opened, wanted))) {
            close(Disconnect.ADMINISTRATIVE_ACTION);
        }
        context.clients().recheck();
        if (!listen) {
            problem = null;
        } else if (socket == null) {
            open(wanted, running);
        }
        begun = true;
    }

    private boolean shouldListen(Listener wanted) {
        return switch (wanted.enabled()) {
            case ON -> true;
            case OFF -> false;
            case AUTO -> queuesOn.getAsBoolean();
        };
    }

    private static boolean isSamePlace(Listener one, Listener other) {
        return one.port() == other.port() && Objects.equals(one.sslBundle(), other.sslBundle());
    }

    private void open(Listener wanted, EventLoop running) {
        if (retry != null) {
            retry.cancel(false);
        }
        try {
            String bundle = wanted.sslBundle();
            TlsEngines tls = bundle == null ? null : engines(bundle);
            socket = ListenerSocket.open(wanted.port(), Objects.requireNonNull(connections), tls, context);
            opened = wanted;
            problem = null;
            log.info("queue listener: listens on port {}{}", wanted.port(), tls == null ? "" : " with TLS");
        } catch (IOException e) {
            cannotOpen("cannot listen on port " + wanted.port() + ": " + reason(e), running);
        } catch (NoSuchSslBundleException | IllegalStateException e) {
            // What bundles throw when their files are not what they should be.
            cannotOpen("cannot use SSL bundle " + wanted.sslBundle() + ": " + reason(e), running);
        }
    }

    private void cannotOpen(String what, EventLoop running) {
        if (!what.equals(problem)) {
            log.error("queue listener: {}; tried again every {} s", what, RETRY.toSeconds());
        }
        problem = what;
        retry = running.schedule(RETRY, () -> follow(running));
    }

    private static String reason(Exception failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }

    private TlsEngines engines(String bundle) {
        return engines.computeIfAbsent(bundle, name -> new TlsEngines(environment.bundles(), name));
    }

    private void close(Disconnect reason) {
        ListenerSocket open = socket;
        if (open != null) {
            socket = null;
            opened = null;
            open.close(reason);
            log.info("queue listener: listens no more");
        }
    }

    @Override
    public void stop() {
        EventLoop running = loop;
        loop = null;
        if (running == null) {
            return;
        }
        try {
            if (!running.executeAndWait(this::end, STOP_LIMIT)) {
                log.warn("queue listener: did not end within {} s", STOP_LIMIT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.close();
        }
    }

    private void end() {
        close(Disconnect.SERVER_SHUTTING_DOWN);
        var unused = Objects.requireNonNull(connections)
                .shutdownGracefully(QUIET_PERIOD.toSeconds(), STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
