package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as a plain tree of maps, texts, numbers and booleans, for JSON: every default filled in, the names of the
 * configuration, secrets masked. Given back as configuration it means the same, but for the masks.
 */
public final class EffectiveConfiguration {

    private EffectiveConfiguration() {}

    /** {@code {"generation": …, "source": …, "bridges": …, "remotes": …, "queues": …}}. */
    public static Map<String, Object> of(ConfigurationState state) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("generation", state.generation());
        tree.put("source", state.source());
        tree.putAll(of(state.configuration()));
        return tree;
    }

    /** {@code {"bridges": …, "remotes": …, "queues": …}}; directories below the data directory are relative to it. */
    public static Map<String, Object> of(Configuration configuration) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Map<String, Object> bridges = new LinkedHashMap<>();
        configuration
                .bridges()
                .forEach((name, bridge) -> bridges.put(
                        name,
                        of(
                                bridge,
                                relative(configuration.dataDir(), bridge.queue().baseDir()))));
        tree.put(Section.BRIDGES.key(), bridges);
        Map<String, Object> remotes = new LinkedHashMap<>();
        configuration.remotes().forEach((name, remote) -> remotes.put(name, of(remote)));
        tree.put(Section.REMOTES.key(), remotes);
        tree.put(Section.QUEUES.key(), EffectiveQueues.of(configuration.queues()));
        return tree;
    }

    /** A file that is moved to another data directory goes on meaning the same. */
    private static Path relative(Path dataDir, Path directory) {
        return directory.startsWith(dataDir) && !directory.equals(dataDir) ? dataDir.relativize(directory) : directory;
    }

    /** The fields of one bridge; its directory is absolute. */
    public static Map<String, Object> of(BridgeSettings bridge) {
        return of(bridge, bridge.queue().baseDir());
    }

    private static Map<String, Object> of(BridgeSettings bridge, Path baseDir) {
        FieldTree tree = new FieldTree();
        tree.put(BridgeFields.ENABLE.key(), bridge.enable());
        tree.put(BridgeFields.REMOTE.key(), bridge.remote().name());
        tree.put(BridgeFields.PROTO_VER.key(), bridge.protoVer().label());
        tree.put(BridgeFields.CLIENTID_PREFIX.key(), bridge.clientidPrefix());
        tree.put(BridgeFields.KEEPALIVE.key(), bridge.keepalive().toSeconds());
        tree.put(BridgeFields.POOL_SIZE.key(), bridge.poolSize());
        tree.put(BridgeFields.BUFFER_POOL_SIZE.key(), bridge.bufferPoolSize());
        tree.put(BridgeFields.FILTER_TOPIC.key(), bridge.filterTopic().value());
        tree.put(BridgeFields.REMOTE_TOPIC.key(), bridge.remoteTopic().value());
        tree.put(BridgeFields.ENQUEUE_TIMEOUT.key(), bridge.enqueueTimeout().toMillis());
        tree.put(BridgeFields.MAX_INFLIGHT.key(), bridge.maxInflight());
        tree.put(BridgeFields.REMOTE_QOS.key(), qos(bridge.remoteQos()));
        tree.put(BridgeFields.REMOTE_RETAIN.key(), retain(bridge.remoteRetain()));
        tree.put(BridgeFields.MAX_PUBLISH_RETRIES.key(), bridge.maxPublishRetries());
        tree.put(BridgeFields.ACK_TIMEOUT.key(), bridge.ackTimeout().toSeconds());
        tree.put(BridgeFields.MAX_PUBLISH_RATE.key(), bridge.maxPublishRate());
        tree.put(BridgeFields.MAX_HOPS.key(), bridge.maxHops());
        tree.put(BridgeFields.BASE_DIR.key(), baseDir.toString());
        tree.put(BridgeFields.SEG_BYTES.key(), ByteSize.format(bridge.queue().segBytes()));
        tree.put(
                BridgeFields.MAX_TOTAL_BYTES.key(),
                ByteSize.format(bridge.queue().maxTotalBytes()));
        tree.put(BridgeFields.SYNC.key(), FieldTypes.lowerCase(bridge.queue().sync()));
        return tree.map();
    }

    /** The fields of one remote. */
    public static Map<String, Object> of(RemoteSettings remote) {
        FieldTree tree = new FieldTree();
        tree.put(BrokerFields.REMOTE_SERVER.key(), remote.server());
        putBroker(tree, remote.username(), remote.password(), remote.ssl());
        return tree.map();
    }

    /** The fields of the local broker. */
    public static Map<String, Object> of(LocalSettings local) {
        FieldTree tree = new FieldTree();
        tree.put(LocalFields.SERVER.key(), local.server());
        putBroker(tree, local.username(), local.password(), local.ssl());
        tree.put(LocalFields.PROTO_VER.key(), local.protoVer().label());
        tree.put(LocalFields.KEEPALIVE.key(), local.keepalive().toSeconds());
        tree.put(LocalFields.CLIENTID_PREFIX.key(), local.clientidPrefix());
        tree.put(LocalFields.SESSION_EXPIRY.key(), local.sessionExpiry().toSeconds());
        tree.put(LocalFields.RECEIVE_MAXIMUM.key(), local.receiveMaximum());
        tree.put(LocalFields.SUBSCRIBE_QOS.key(), local.subscribeQos().value());
        tree.put(LocalFields.RETAIN_HANDLING.key(), local.retainHandling());
        return tree.map();
    }

    private static void putBroker(FieldTree tree, String username, Secret password, SslSettings ssl) {
        tree.put(BrokerFields.USERNAME.key(), username);
        tree.put(BrokerFields.PASSWORD.key(), password.toString());
        tree.put(BrokerFields.SSL_ENABLE.key(), ssl.enable());
        tree.put(BrokerFields.SSL_VERIFY.key(), FieldTypes.lowerCase(ssl.verify()));
        putIfSet(tree, BrokerFields.SSL_SNI, ssl.sniDisabled() ? BrokerReader.SNI_DISABLED : ssl.sni());
        putIfSet(tree, BrokerFields.SSL_CACERTFILE, text(ssl.cacertfile()));
        putIfSet(tree, BrokerFields.SSL_CERTFILE, text(ssl.certfile()));
        putIfSet(tree, BrokerFields.SSL_KEYFILE, text(ssl.keyfile()));
    }

    private static void putIfSet(FieldTree tree, Field<?> field, @Nullable String value) {
        if (value != null) {
            tree.put(field.key(), value);
        }
    }

    private static @Nullable String text(@Nullable Path path) {
        return path == null ? null : path.toString();
    }

    private static Object qos(QosRule rule) {
        return rule.fixed() == null ? "${qos}" : rule.fixed().value();
    }

    private static Object retain(RetainRule rule) {
        return rule == RetainRule.KEEP ? "${retain}" : rule == RetainRule.TRUE;
    }
}
