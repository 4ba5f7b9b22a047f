package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.session.ClientIdHash;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The client ids of a bridge's connectors: the prefix and the connector's index, between them 8 hex digits of the node name
 * where there are several instances. MQTT 3.1 allows 23 bytes (section 3.1 there): longer ones are cut and made unique by 8
 * hex digits of the whole. The same in every run.
 */
final class ClientIds {

    private static final int V3_BYTES = 23;

    private final String prefix;
    private final boolean shortened;

    /** @param node this instance among several; null where it is alone */
    ClientIds(BridgeSettings settings, @Nullable String node) {
        prefix = settings.clientidPrefix() + (node == null ? "" : ClientIdHash.of(node) + "-");
        shortened = settings.protoVer() == ProtocolVersion.V3;
    }

    String of(int index) {
        String id = prefix + index;
        if (!shortened || id.getBytes(StandardCharsets.UTF_8).length <= V3_BYTES) {
            return id;
        }
        String tail = ClientIdHash.of(prefix) + "-" + index;
        String ascii = prefix.replaceAll("[^\\x21-\\x7e]", "");
        return ascii.substring(0, Math.min(ascii.length(), V3_BYTES - tail.length())) + tail;
    }
}
