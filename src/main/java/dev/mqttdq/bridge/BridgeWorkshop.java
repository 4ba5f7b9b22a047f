package dev.mqttdq.bridge;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Configuration;
import dev.mqttdq.ingress.LocalSessionNotes;
import dev.mqttdq.ingress.SessionEnds;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.session.SessionRuntime;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes what {@link BridgeManager} runs: slots with all they need, and the ends of sessions at the local broker that no
 * bridge has any more. Belongs to the manager's loop.
 */
final class BridgeWorkshop {

    private final PartitionOpener opener;
    private final BridgeFlows flows;
    private final MeterRegistry meters;
    private final LocalSessionNotes sessions;
    private final LongSupplier nanoTime;
    private final InstantSource wallClock = InstantSource.system();
    private final RandomGenerator random = RandomGenerator.getDefault();
    private @Nullable SessionRuntime runtime;
    private @Nullable SessionEnds ends;

    BridgeWorkshop(
            PartitionOpener opener,
            BridgeFlows flows,
            MeterRegistry meters,
            LocalSessionNotes sessions,
            LongSupplier nanoTime) {
        this.opener = opener;
        this.flows = flows;
        this.meters = meters;
        this.sessions = sessions;
        this.nanoTime = nanoTime;
    }

    /** The manager's loop. */
    EventLoop begin() {
        EventLoop loop = new EventLoop("bridge-manager", nanoTime);
        EventLoop keepAlive = new EventLoop("bridge-manager-keepalive", nanoTime);
        SessionRuntime begun = new SessionRuntime(loop, keepAlive, wallClock, random);
        runtime = begun;
        ends = new SessionEnds(sessions, begun);
        return loop;
    }

    /** What the bridges of a configuration have in common. */
    BridgeEnvironment environment(Configuration configuration) {
        ClusterSettings cluster = configuration.cluster();
        return new BridgeEnvironment(
                configuration.local(),
                sessions,
                configuration.nodeName(),
                cluster.enabled() ? configuration::shareGroup : null,
                nanoTime,
                wallClock,
                random);
    }

    BridgeSlot slot(BridgeSettings settings, Configuration configuration) {
        return new BridgeSlot(
                settings, BridgeCounters.of(settings.name(), meters), environment(configuration), opener, flows);
    }

    /** Ends the sessions at the local broker that were noted and belong to no enabled bridge. */
    void endOtherSessions(Configuration configuration) {
        SessionEnds running = ends;
        if (running != null) {
            BridgeEnvironment environment = environment(configuration);
            running.endAllBut(
                    configuration.bridges().values().stream()
                            .filter(BridgeSettings::enable)
                            .map(settings -> environment.subscription(settings).clientId())
                            .toList(),
                    configuration.local());
        }
    }

    /** Ends no session any more. */
    void stop() {
        if (ends != null) {
            ends.stop();
        }
        SessionRuntime running = runtime;
        if (running != null) {
            running.keepAlive().close();
        }
    }
}
