package dev.mqttdq.config;

import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicTemplate;
import java.time.Duration;

/**
 * One bridge, its remote included: two equal ones need no rebuild.
 *
 * @param clientidPrefix the effective one, the default filled in
 * @param poolSize connections to the remote
 * @param bufferPoolSize partitions; partition i uses connector i mod {@link #poolSize}
 * @param enqueueTimeout longest wait for the disk before a warning
 * @param maxInflight most unacknowledged messages of a connection, and the batch taken from a partition
 * @param maxPublishRetries attempts in all before a message is dropped; -1: never
 * @param ackTimeout longest wait for an acknowledgement before the connection is renewed
 * @param maxPublishRate messages per second of the whole bridge; 0: no limit
 * @param maxHops times a message may have been forwarded before; 0: not counted
 */
public record BridgeSettings(
        String name,
        boolean enable,
        RemoteSettings remote,
        ProtocolVersion protoVer,
        String clientidPrefix,
        Duration keepalive,
        int poolSize,
        int bufferPoolSize,
        TopicFilter filterTopic,
        TopicTemplate remoteTopic,
        Duration enqueueTimeout,
        int maxInflight,
        QosRule remoteQos,
        RetainRule remoteRetain,
        int maxPublishRetries,
        Duration ackTimeout,
        int maxPublishRate,
        int maxHops,
        QueueSettings queue) {}
