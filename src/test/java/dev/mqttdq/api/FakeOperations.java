package dev.mqttdq.api;

import dev.mqttdq.bridge.BridgeOperations;
import dev.mqttdq.bridge.EffectiveSettings;
import dev.mqttdq.bridge.OrphanQueue;
import dev.mqttdq.bridge.UnknownBridgeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows the bridges that a test made up, all with the same settings; writes down what it is asked to do. */
final class FakeOperations implements BridgeOperations, EffectiveSettings {

    static final OrphanQueue ORPHAN = new OrphanQueue("old", Path.of("/data/emqx_bridge_mqtt_dq/old"), 4_096);

    private final FakeBridges bridges;
    private final List<String> calls = new ArrayList<>();
    private List<OrphanQueue> orphans = List.of();

    FakeOperations(FakeBridges bridges) {
        this.bridges = bridges;
    }

    synchronized void startAnew(OrphanQueue... orphaned) {
        calls.clear();
        orphans = List.of(orphaned);
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    @Override
    public void pause(String bridge) {
        call("pause", bridge, isConfigured(bridge));
    }

    @Override
    public void resume(String bridge) {
        call("resume", bridge, isConfigured(bridge));
    }

    @Override
    public synchronized List<OrphanQueue> orphans() {
        return orphans;
    }

    @Override
    public synchronized List<OrphanQueue> purgeOrphans(String bridge) {
        List<OrphanQueue> purged = orphans.stream()
                .filter(orphan -> orphan.bridge().equals(bridge))
                .toList();
        call("purge", bridge, !purged.isEmpty());
        return purged;
    }

    @Override
    public Optional<Map<String, Object>> bridge(String name) {
        if (!isConfigured(name)) {
            return Optional.empty();
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("enable", true);
        fields.put("remote", "cloud");
        fields.put("proto_ver", "v5");
        fields.put("clientid_prefix", "emqx-dq-" + name + "-");
        fields.put("keepalive_s", 60);
        fields.put("pool_size", 4);
        fields.put("buffer_pool_size", 4);
        fields.put("filter_topic", "devices/#");
        fields.put("remote_topic", "fwd/${topic}");
        fields.put("max_inflight", 32);
        fields.put("remote_qos", "${qos}");
        fields.put("remote_retain", "${retain}");
        fields.put("max_publish_retries", -1);
        fields.put("queue", Map.of("seg_bytes", "100MB"));
        return Optional.of(fields);
    }

    @Override
    public Optional<Map<String, Object>> remoteOf(String bridge) {
        if (!isConfigured(bridge)) {
            return Optional.empty();
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("server", "broker.example.com:8883");
        fields.put("username", "bridge_user");
        fields.put("password", "******");
        fields.put("ssl", Map.of("enable", true));
        return Optional.of(fields);
    }

    private boolean isConfigured(String bridge) {
        return bridges.bridges().stream().anyMatch(one -> one.name().equals(bridge));
    }

    private synchronized void call(String operation, String bridge, boolean known) {
        if (!known) {
            throw new UnknownBridgeException(bridge);
        }
        calls.add(operation + " " + bridge);
    }
}
