package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicHash;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The way of a message through one bridge, as the configuration has it; nothing is asked of the network.
 *
 * @param enabled whether the bridge runs; a disabled one takes nothing
 * @param partition the queue the message comes into
 * @param connector the connection it goes out on
 * @param remoteTopic its topic there
 * @param deliverable whether that topic fits into MQTT; a message for which it does not is dropped
 */
public record Route(
        String bridge,
        boolean enabled,
        int partition,
        int connector,
        String remote,
        String server,
        String remoteTopic,
        boolean deliverable) {

    /**
     * The ways of a message with this topic: one for each bridge whose filter matches, by name.
     *
     * @throws IllegalArgumentException if that is no topic name (MQTT 5.0 section 4.7.3)
     */
    public static List<Route> of(Configuration configuration, String topic) {
        if (topic.isEmpty() || topic.indexOf('+') >= 0 || topic.indexOf('#') >= 0 || topic.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("A topic is not empty and has no wildcards");
        }
        return configuration.bridges().values().stream()
                .filter(bridge -> bridge.filterTopic().matches(topic))
                .map(bridge -> of(bridge, topic))
                .toList();
    }

    private static Route of(BridgeSettings bridge, String topic) {
        int partition = TopicHash.partition(topic, bridge.bufferPoolSize());
        String remoteTopic = bridge.remoteTopic().apply(topic);
        return new Route(
                bridge.name(),
                bridge.enable(),
                partition,
                partition % bridge.poolSize(),
                bridge.remote().name(),
                bridge.remote().server(),
                remoteTopic,
                remoteTopic.getBytes(StandardCharsets.UTF_8).length <= TopicFilter.MAX_BYTES);
    }
}
