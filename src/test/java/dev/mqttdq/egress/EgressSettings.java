package dev.mqttdq.egress;

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

/** Settings of a bridge that differ from the defaults only in what makes a difference when sending. */
record EgressSettings(
        ProtocolVersion version,
        String clientIdPrefix,
        String remoteTopic,
        QosRule remoteQos,
        RetainRule remoteRetain) {

    static EgressSettings of(ProtocolVersion version) {
        return new EgressSettings(version, "p-", TopicTemplate.PLACEHOLDER, QosRule.KEEP, RetainRule.KEEP);
    }

    EgressSettings clientIdPrefix(String prefix) {
        return new EgressSettings(version, prefix, remoteTopic, remoteQos, remoteRetain);
    }

    EgressSettings remoteTopic(String template) {
        return new EgressSettings(version, clientIdPrefix, template, remoteQos, remoteRetain);
    }

    EgressSettings remoteQos(QosRule rule) {
        return new EgressSettings(version, clientIdPrefix, remoteTopic, rule, remoteRetain);
    }

    EgressSettings remoteRetain(RetainRule rule) {
        return new EgressSettings(version, clientIdPrefix, remoteTopic, remoteQos, rule);
    }

    BridgeSettings bridge() {
        ServerAddress address = new ServerAddress("localhost", 1883);
        return new BridgeSettings(
                "b",
                true,
                new RemoteSettings("r", address.toString(), address, "", Secret.NONE, SslSettings.OFF),
                version,
                clientIdPrefix,
                Duration.ofSeconds(60),
                4,
                4,
                new TopicFilter("#"),
                new TopicTemplate(remoteTopic),
                Duration.ofSeconds(5),
                32,
                remoteQos,
                remoteRetain,
                -1,
                Duration.ofSeconds(30),
                0,
                new QueueSettings(Path.of("queue"), 100L << 20, 1L << 30, QueueSettings.Sync.ALWAYS));
    }
}
