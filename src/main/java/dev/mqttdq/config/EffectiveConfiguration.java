package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as a plain tree of maps, texts, numbers and booleans, for JSON: every default filled in, the names of the
 * configuration, secrets masked. Given back as configuration it means the same, but for the masks.
 */
public final class EffectiveConfiguration {

    private EffectiveConfiguration() {}

    /** {@code {"bridges": …, "remotes": …}}. */
    public static Map<String, Object> of(Configuration configuration) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Map<String, Object> bridges = new LinkedHashMap<>();
        configuration.bridges().forEach((name, bridge) -> bridges.put(name, of(bridge)));
        tree.put(Section.BRIDGES.key(), bridges);
        Map<String, Object> remotes = new LinkedHashMap<>();
        configuration.remotes().forEach((name, remote) -> remotes.put(name, of(remote)));
        tree.put(Section.REMOTES.key(), remotes);
        return tree;
    }

    /** The fields of one bridge. */
    public static Map<String, Object> of(BridgeSettings bridge) {
        FieldTree tree = new FieldTree();
        tree.put(BridgeFields.ENABLE, bridge.enable());
        tree.put(BridgeFields.REMOTE, bridge.remote().name());
        tree.put(BridgeFields.PROTO_VER, bridge.protoVer().label());
        tree.put(BridgeFields.CLIENTID_PREFIX, bridge.clientidPrefix());
        tree.put(BridgeFields.KEEPALIVE, bridge.keepalive().toSeconds());
        tree.put(BridgeFields.POOL_SIZE, bridge.poolSize());
        tree.put(BridgeFields.BUFFER_POOL_SIZE, bridge.bufferPoolSize());
        tree.put(BridgeFields.FILTER_TOPIC, bridge.filterTopic().value());
        tree.put(BridgeFields.REMOTE_TOPIC, bridge.remoteTopic().value());
        tree.put(BridgeFields.ENQUEUE_TIMEOUT, bridge.enqueueTimeout().toMillis());
        tree.put(BridgeFields.MAX_INFLIGHT, bridge.maxInflight());
        tree.put(BridgeFields.REMOTE_QOS, qos(bridge.remoteQos()));
        tree.put(BridgeFields.REMOTE_RETAIN, retain(bridge.remoteRetain()));
        tree.put(BridgeFields.MAX_PUBLISH_RETRIES, bridge.maxPublishRetries());
        tree.put(BridgeFields.ACK_TIMEOUT, bridge.ackTimeout().toSeconds());
        tree.put(BridgeFields.MAX_PUBLISH_RATE, bridge.maxPublishRate());
        tree.put(BridgeFields.BASE_DIR, bridge.queue().baseDir().toString());
        tree.put(BridgeFields.SEG_BYTES, ByteSize.format(bridge.queue().segBytes()));
        tree.put(BridgeFields.MAX_TOTAL_BYTES, ByteSize.format(bridge.queue().maxTotalBytes()));
        tree.put(BridgeFields.SYNC, FieldTypes.lowerCase(bridge.queue().sync()));
        return tree.map();
    }

    /** The fields of one remote. */
    public static Map<String, Object> of(RemoteSettings remote) {
        FieldTree tree = new FieldTree();
        tree.put(BrokerFields.REMOTE_SERVER, remote.server());
        putBroker(tree, remote.username(), remote.password(), remote.ssl());
        return tree.map();
    }

    /** The fields of the local broker. */
    public static Map<String, Object> of(LocalSettings local) {
        FieldTree tree = new FieldTree();
        tree.put(LocalFields.SERVER, local.server());
        putBroker(tree, local.username(), local.password(), local.ssl());
        tree.put(LocalFields.PROTO_VER, local.protoVer().label());
        tree.put(LocalFields.KEEPALIVE, local.keepalive().toSeconds());
        tree.put(LocalFields.CLIENTID_PREFIX, local.clientidPrefix());
        tree.put(LocalFields.SESSION_EXPIRY, local.sessionExpiry().toSeconds());
        tree.put(LocalFields.RECEIVE_MAXIMUM, local.receiveMaximum());
        tree.put(LocalFields.SUBSCRIBE_QOS, local.subscribeQos().value());
        tree.put(LocalFields.RETAIN_HANDLING, local.retainHandling());
        return tree.map();
    }

    private static void putBroker(FieldTree tree, String username, Secret password, SslSettings ssl) {
        tree.put(BrokerFields.USERNAME, username);
        tree.put(BrokerFields.PASSWORD, password.toString());
        tree.put(BrokerFields.SSL_ENABLE, ssl.enable());
        tree.put(BrokerFields.SSL_VERIFY, FieldTypes.lowerCase(ssl.verify()));
        tree.put(BrokerFields.SSL_SNI, ssl.sniDisabled() ? BrokerReader.SNI_DISABLED : ssl.sni());
        tree.put(BrokerFields.SSL_CACERTFILE, text(ssl.cacertfile()));
        tree.put(BrokerFields.SSL_CERTFILE, text(ssl.certfile()));
        tree.put(BrokerFields.SSL_KEYFILE, text(ssl.keyfile()));
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

    /** Puts dotted keys into nested maps; leaves out what is not set and has no default. */
    private static final class FieldTree {

        private final Map<String, Object> root = new LinkedHashMap<>();
        private final Map<String, Map<String, Object>> groups = new HashMap<>();

        void put(Field<?> field, @Nullable Object value) {
            if (value == null) {
                return;
            }
            int dot = field.key().indexOf('.');
            if (dot < 0) {
                root.put(field.key(), value);
            } else {
                Map<String, Object> group =
                        groups.computeIfAbsent(field.key().substring(0, dot), name -> new LinkedHashMap<>());
                group.put(field.key().substring(dot + 1), value);
                root.put(field.key().substring(0, dot), group);
            }
        }

        Map<String, Object> map() {
            return root;
        }
    }
}
