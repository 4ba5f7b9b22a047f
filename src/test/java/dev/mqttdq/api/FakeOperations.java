package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeOperations;
import dev.mqttdq.bridge.EffectiveSettings;
import dev.mqttdq.bridge.OrphanQueue;
import dev.mqttdq.bridge.UnknownBridgeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows one bridge, {@code to-cloud}, and one orphan, {@code old}; writes down what it is asked to do. */
final class FakeOperations implements BridgeOperations, EffectiveSettings {

    static final OrphanQueue ORPHAN = new OrphanQueue("old", Path.of("/data/old"), 4_096);

    private final List<String> calls = new ArrayList<>();

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    synchronized void forget() {
        calls.clear();
    }

    @Override
    public void pause(String bridge) {
        call("pause", bridge, "to-cloud");
    }

    @Override
    public void resume(String bridge) {
        call("resume", bridge, "to-cloud");
    }

    @Override
    public List<OrphanQueue> orphans() {
        return List.of(ORPHAN);
    }

    @Override
    public List<OrphanQueue> purgeOrphans(String bridge) {
        call("purge", bridge, "old");
        return List.of(ORPHAN);
    }

    @Override
    public Optional<Map<String, Object>> bridge(String name) {
        return name.equals("to-cloud")
                ? Optional.of(Map.of("filter_topic", "devices/#", "remote", "cloud"))
                : Optional.empty();
    }

    @Override
    public Optional<Map<String, Object>> remoteOf(String bridge) {
        return bridge.equals("to-cloud")
                ? Optional.of(Map.of("name", "cloud", "password", "******"))
                : Optional.empty();
    }

    private synchronized void call(String operation, String bridge, String known) {
        if (!bridge.equals(known)) {
            throw new UnknownBridgeException(bridge);
        }
        calls.add(operation + " " + bridge);
    }
}
