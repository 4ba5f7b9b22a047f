package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.RemoteSettings;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.message.RepeatedWarning;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import dev.mqttdq.session.SessionSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.springframework.messaging.MessageChannel;

/**
 * What the connectors of one bridge share. Settings may be replaced while they run, as long as only what is read when
 * sending differs.
 */
final class ConnectorContext {

    private final EventLoop loop;
    private final EventLoop keepAlive;
    private final MessageChannel outbound;
    private final SendingContext sending;
    private final ClientIds clientIds;
    private final InstantSource wallClock;
    private final RandomGenerator random;
    private final RepeatedWarning drops;
    private final RepeatedWarning refusals;
    private volatile BridgeSettings settings;
    private volatile RetryRule retryRule;
    private volatile RateLimit rateLimit;

    ConnectorContext(BridgeSettings settings, SessionRuntime runtime, MessageChannel outbound, SendingContext sending) {
        loop = runtime.loop();
        keepAlive = runtime.keepAlive();
        wallClock = runtime.wallClock();
        random = runtime.random();
        this.outbound = outbound;
        this.sending = sending;
        clientIds = new ClientIds(settings, sending.node());
        drops = new RepeatedWarning(loop::nanoTime);
        refusals = new RepeatedWarning(loop::nanoTime);
        this.settings = settings;
        retryRule = new RetryRule(settings.maxPublishRetries(), random);
        rateLimit = new RateLimit(settings.maxPublishRate());
    }

    void reconfigure(BridgeSettings settings) {
        this.settings = settings;
        retryRule = new RetryRule(settings.maxPublishRetries(), random);
        rateLimit = new RateLimit(settings.maxPublishRate());
    }

    /** How connector {@code index} connects: with a clean start, for the disk is the only memory. */
    SessionSettings session(int index) {
        BridgeSettings now = settings;
        RemoteSettings remote = now.remote();
        ServerAddress address = remote.address();
        if (address == null) {
            throw new IllegalStateException("a remote without an address is not connected to");
        }
        return new SessionSettings(
                address,
                remote.ssl(),
                now.protoVer(),
                clientIds.of(index),
                remote.username(),
                remote.password(),
                now.keepalive(),
                true,
                Duration.ZERO,
                0,
                false);
    }

    EventLoop loop() {
        return loop;
    }

    EventLoop keepAlive() {
        return keepAlive;
    }

    MessageChannel outbound() {
        return outbound;
    }

    RetryCounters retries() {
        return sending.retries();
    }

    void published(Duration latency) {
        sending.publishLatency().accept(latency);
    }

    InstantSource wallClock() {
        return wallClock;
    }

    RandomGenerator random() {
        return random;
    }

    RepeatedWarning drops() {
        return drops;
    }

    RepeatedWarning refusals() {
        return refusals;
    }

    BridgeSettings settings() {
        return settings;
    }

    RetryRule retryRule() {
        return retryRule;
    }

    RateLimit rateLimit() {
        return rateLimit;
    }
}
