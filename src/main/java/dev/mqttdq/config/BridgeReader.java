package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.Map;

/** Reads one bridge. Used once. */
final class BridgeReader {

    private static final RemoteSettings NO_REMOTE = new RemoteSettings("", "", null, "", Secret.NONE, SslSettings.OFF);

    private final String name;
    private final FieldReader fields;
    private final Problems problems;

    BridgeReader(String name, FieldReader fields, Problems problems) {
        this.name = name;
        this.fields = fields;
        this.problems = problems;
    }

    BridgeSettings read(Map<String, RemoteSettings> remotes, Path dataDir) {
        String prefix = fields.get(BridgeFields.CLIENTID_PREFIX);
        int poolSize = fields.get(BridgeFields.POOL_SIZE);
        int bufferPoolSize = fields.get(BridgeFields.BUFFER_POOL_SIZE);
        if (bufferPoolSize < poolSize) {
            fields.warn(BridgeFields.BUFFER_POOL_SIZE, "is smaller than pool_size: some connections stay idle");
        } else if (bufferPoolSize % poolSize != 0) {
            fields.warn(BridgeFields.BUFFER_POOL_SIZE, "is no multiple of pool_size: connections get uneven shares");
        }
        return new BridgeSettings(
                name,
                fields.get(BridgeFields.ENABLE),
                remote(remotes),
                fields.get(BridgeFields.PROTO_VER),
                prefix.isEmpty() ? "emqx-dq-" + name + "-" : prefix,
                fields.get(BridgeFields.KEEPALIVE),
                poolSize,
                bufferPoolSize,
                fields.get(BridgeFields.FILTER_TOPIC),
                fields.get(BridgeFields.REMOTE_TOPIC),
                fields.get(BridgeFields.ENQUEUE_TIMEOUT),
                fields.get(BridgeFields.MAX_INFLIGHT),
                fields.get(BridgeFields.REMOTE_QOS),
                fields.get(BridgeFields.REMOTE_RETAIN),
                fields.get(BridgeFields.MAX_PUBLISH_RETRIES),
                fields.get(BridgeFields.ACK_TIMEOUT),
                fields.get(BridgeFields.MAX_PUBLISH_RATE),
                fields.get(BridgeFields.MAX_HOPS),
                queue(dataDir));
    }

    private RemoteSettings remote(Map<String, RemoteSettings> remotes) {
        String remoteName = fields.get(BridgeFields.REMOTE);
        RemoteSettings remote = remotes.get(remoteName);
        if (remote == null && !fields.isRefused(BridgeFields.REMOTE)) {
            problems.add(
                    Section.BRIDGES.path(name),
                    "remote '" + Problems.shown(remoteName) + "' not found in remotes config");
        }
        return remote == null ? NO_REMOTE : remote;
    }

    private QueueSettings queue(Path dataDir) {
        return new QueueSettings(
                dataDir.resolve(fields.get(BridgeFields.BASE_DIR)).normalize(),
                fields.get(BridgeFields.SEG_BYTES),
                fields.get(BridgeFields.MAX_TOTAL_BYTES),
                fields.get(BridgeFields.SYNC));
    }
}
