package dev.mqttdq.queues.listener;

import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Rule;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.config.Secret;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * A listener over {@link FakeQueues}. Without other settings it lets anybody in, to every queue; {@code worker} and {@code other}
 * have the password {@code secret}.
 */
final class ListenerFixture implements TestBroker {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final PasswordEncoder ENCODER = PasswordEncoderFactories.createDelegatingPasswordEncoder();

    final FakeQueues queues = new FakeQueues();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();
    private final QueueListener listener;
    private volatile Listener settings;
    private volatile boolean queuesOn = true;

    private ListenerFixture(Limits limits, LongSupplier nanoTime, Listener settings) {
        this.settings = settings;
        listener = new QueueListener(
                queues,
                () -> this.settings,
                () -> queuesOn,
                new ListenerEnvironment(bundles, ENCODER, meters, nanoTime),
                limits);
    }

    /** Listening on return. */
    static ListenerFixture started() {
        return started(Limits.DEFAULT, System::nanoTime);
    }

    static ListenerFixture started(Limits limits, LongSupplier nanoTime) {
        ListenerFixture fixture = new ListenerFixture(limits, nanoTime, open(Ports.free()));
        fixture.start();
        return fixture;
    }

    /** Not started yet. */
    static ListenerFixture with(Listener settings) {
        return new ListenerFixture(Limits.DEFAULT, System::nanoTime, settings);
    }

    /** Anybody may do anything. */
    static Listener open(int port) {
        Map<String, Secret> users = new HashMap<>();
        users.put("worker", new Secret("{noop}secret"));
        users.put("other", new Secret(Objects.requireNonNull(ENCODER.encode("secret"))));
        return new Listener(Switch.ON, port, true, null, users, List.of(allow("$queue/#", "$q/#", "#")));
    }

    static Rule allow(String... topics) {
        return new Rule(true, null, null, List.of(topics));
    }

    QueueListener listener() {
        return listener;
    }

    void change(UnaryOperator<Listener> change) {
        settings = change.apply(settings);
        listener.refresh();
    }

    void switchQueues(boolean on) {
        queuesOn = on;
        listener.refresh();
    }

    double count(String name) {
        return meters.get("mqtt_dq_listener_" + name).counter().count();
    }

    double connections() {
        return meters.get("mqtt_dq_listener_connections").gauge().value();
    }

    void awaitConnections(int count) {
        await(count + " connections").atMost(PATIENCE).until(() -> connections() == count);
    }

    static Listener withRules(Listener settings, Rule... rules) {
        return new Listener(
                settings.enabled(),
                settings.port(),
                settings.allowAnonymous(),
                settings.sslBundle(),
                settings.users(),
                List.of(rules));
    }

    static Listener withUsers(Listener settings, boolean anonymous, Map<String, Secret> users) {
        return new Listener(
                settings.enabled(), settings.port(), anonymous, settings.sslBundle(), users, settings.rules());
    }

    static Listener at(Listener settings, Switch enabled, int port, @Nullable String bundle) {
        return new Listener(enabled, port, settings.allowAnonymous(), bundle, settings.users(), settings.rules());
    }

    @Override
    public int port() {
        return settings.port();
    }

    @Override
    public void start() {
        listener.start();
        await("the listener listens")
                .atMost(PATIENCE)
                .until(() -> listener.port().isPresent());
    }

    @Override
    public void stop() {
        listener.stop();
    }

    @Override
    public void close() {
        // As in the service, where queues come to rest before the listener ends.
        queues.rest();
        listener.stop();
        queues.close();
    }
}
