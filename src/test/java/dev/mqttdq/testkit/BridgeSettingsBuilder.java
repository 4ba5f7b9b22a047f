package dev.mqttdq.testkit;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.QosRule;
import dev.mqttdq.config.QueueSettings;
import dev.mqttdq.config.RemoteSettings;
import dev.mqttdq.config.RetainRule;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicTemplate;
import java.nio.file.Path;
import java.time.Duration;

/** Settings of a bridge to an MQTT 5 remote, with one connection and one partition; all else as by default. */
public final class BridgeSettingsBuilder {

    private static final long MEGABYTE = 1 << 20;

    private final ServerAddress server;
    private String name = "b";
    private String username = "";
    private Secret password = Secret.NONE;
    private SslSettings ssl = SslSettings.OFF;
    private ProtocolVersion version = ProtocolVersion.V5;
    private String clientidPrefix = "connector-";
    private Duration keepalive = Duration.ofSeconds(60);
    private int connections = 1;
    private int partitions = 1;
    private String remoteTopic = TopicTemplate.PLACEHOLDER;
    private QosRule remoteQos = QosRule.KEEP;
    private RetainRule remoteRetain = RetainRule.KEEP;
    private int maxInflight = 32;
    private int maxPublishRetries = -1;
    private Duration ackTimeout = Duration.ofSeconds(30);

    private BridgeSettingsBuilder(ServerAddress server) {
        this.server = server;
    }

    /** A bridge to a remote on this machine. */
    public static BridgeSettingsBuilder to(int port) {
        return to("127.0.0.1", port);
    }

    /** A bridge to a remote anywhere. */
    public static BridgeSettingsBuilder to(String host, int port) {
        return new BridgeSettingsBuilder(new ServerAddress(host, port));
    }

    public BridgeSettingsBuilder name(String name) {
        this.name = name;
        return this;
    }

    public BridgeSettingsBuilder login(String username, String password) {
        this.username = username;
        this.password = new Secret(password);
        return this;
    }

    public BridgeSettingsBuilder ssl(SslSettings ssl) {
        this.ssl = ssl;
        return this;
    }

    public BridgeSettingsBuilder version(ProtocolVersion version) {
        this.version = version;
        return this;
    }

    public BridgeSettingsBuilder clientidPrefix(String prefix) {
        clientidPrefix = prefix;
        return this;
    }

    public BridgeSettingsBuilder keepalive(Duration keepalive) {
        this.keepalive = keepalive;
        return this;
    }

    public BridgeSettingsBuilder connections(int connections) {
        this.connections = connections;
        return this;
    }

    public BridgeSettingsBuilder partitions(int partitions) {
        this.partitions = partitions;
        return this;
    }

    public BridgeSettingsBuilder remoteTopic(String template) {
        remoteTopic = template;
        return this;
    }

    public BridgeSettingsBuilder remoteQos(QosRule rule) {
        remoteQos = rule;
        return this;
    }

    public BridgeSettingsBuilder remoteRetain(RetainRule rule) {
        remoteRetain = rule;
        return this;
    }

    public BridgeSettingsBuilder maxInflight(int messages) {
        maxInflight = messages;
        return this;
    }

    public BridgeSettingsBuilder maxPublishRetries(int attempts) {
        maxPublishRetries = attempts;
        return this;
    }

    public BridgeSettingsBuilder ackTimeout(Duration timeout) {
        ackTimeout = timeout;
        return this;
    }

    /** @param baseDir of its queue */
    public BridgeSettings build(Path baseDir) {
        return new BridgeSettings(
                name,
                true,
                new RemoteSettings("r", server.toString(), server, username, password, ssl),
                version,
                clientidPrefix,
                keepalive,
                connections,
                partitions,
                new TopicFilter("#"),
                new TopicTemplate(remoteTopic),
                Duration.ofSeconds(5),
                maxInflight,
                remoteQos,
                remoteRetain,
                maxPublishRetries,
                ackTimeout,
                0,
                0,
                new QueueSettings(baseDir, 100 * MEGABYTE, 1024 * MEGABYTE, QueueSettings.Sync.ALWAYS));
    }
}
