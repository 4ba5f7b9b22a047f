package dev.mqttdq.egress;

import dev.mqttdq.config.BridgeSettings;
import dev.mqttdq.config.ProtocolVersion;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The client ids of a bridge's connectors: the prefix and the connector's index, between them 8 hex digits of the node name
 * where there are several instances. MQTT 3.1 allows 23 bytes (section 3.1 there): longer ones are cut and made unique by 8
 * hex digits of the whole. The same in every run.
 */
final class ClientIds {

    private static final int V3_BYTES = 23;
    private static final int HASH_DIGITS = 8;

    private final String prefix;
    private final boolean shortened;

    /** @param node this instance among several; null where it is alone */
    ClientIds(BridgeSettings settings, @Nullable String node) {
        prefix = settings.clientidPrefix() + (node == null ? "" : hash(node) + "-");
        shortened = settings.protoVer() == ProtocolVersion.V3;
    }

    String of(int index) {
        String id = prefix + index;
        if (!shortened || id.getBytes(StandardCharsets.UTF_8).length <= V3_BYTES) {
            return id;
        }
        String tail = hash(prefix) + "-" + index;
        String ascii = prefix.replaceAll("[^\\x21-\\x7e]", "");
        return ascii.substring(0, Math.min(ascii.length(), V3_BYTES - tail.length())) + tail;
    }

    private static String hash(String value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
