package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.UserProperty;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as the body of a record.
 *
 * <pre>
 *  1  layout version, 1
 *  8  arrival, in milliseconds since the epoch
 *  1  flags: QoS (bits 0 and 1), retain (2), any property (3), key (4)
 *     key, only with its flag
 *     topic
 *     -- only with the property flag --
 *  1  which properties follow: payload format (bit 0), message expiry (1), content type (2), response topic (3),
 *     correlation data (4), user properties (5)
 *  1  payload format
 *  4  message expiry, in seconds, unsigned
 *     content type
 *     response topic
 *     correlation data
 *  4  number of user properties, each: key, value
 *     -- always --
 *     payload, to the end of the record
 * </pre>
 *
 * The key is that of a message queue; bridges have none. Strings (UTF-8) and correlation data are preceded by their length in bytes (4). All numbers are big-endian.
 */
final class RecordCodec {

    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 10;
    private static final int FLAGS_AT = 9;

    /** The shortest body: no topic, no payload. */
    static final int SMALLEST_BYTES = FIXED_BYTES + 4;

    private static final int QOS_MASK = 0b11;
    private static final int RETAIN = 1 << 2;
    private static final int PROPERTIES = 1 << 3;
    private static final int KEY = 1 << 4;

    private static final int PAYLOAD_FORMAT = 1;
    private static final int MESSAGE_EXPIRY = 1 << 1;
    private static final int CONTENT_TYPE = 1 << 2;
    private static final int RESPONSE_TOPIC = 1 << 3;
    private static final int CORRELATION_DATA = 1 << 4;
    private static final int USER_PROPERTIES = 1 << 5;

    private RecordCodec() {}

    /** The most bytes a message can take; exact but for the length of its strings in UTF-8. */
    static long bound(BridgeMessage message, @Nullable String key) {
        long bytes = FIXED_BYTES + bound(key) + bound(message.topic()) + message.payload().length;
        MessageProperties properties = message.properties();
        if (properties.isEmpty()) {
            return bytes;
        }
        bytes += 10 + bound(properties.contentType()) + bound(properties.responseTopic());
        byte[] correlationData = properties.correlationData();
        bytes += correlationData == null ? 0 : 4 + correlationData.length;
        for (UserProperty property : properties.userProperties()) {
            bytes += bound(property.key()) + bound(property.value());
        }
        return bytes;
    }

    /** Writes the message; the target must have room for its {@link #bound}. */
    static void encode(BridgeMessage message, @Nullable String key, ByteBuffer target) {
        MessageProperties properties = message.properties();
        int flags = message.qos().value()
                | (message.retain() ? RETAIN : 0)
                | (properties.isEmpty() ? 0 : PROPERTIES)
                | (key == null ? 0 : KEY);
        target.put(VERSION).putLong(message.arrivedAtMillis()).put((byte) flags);
        if (key != null) {
            putString(target, key);
        }
        putString(target, message.topic());
        if (!properties.isEmpty()) {
            encode(properties, target);
        }
        target.put(message.payload());
    }

    private static void encode(MessageProperties properties, ByteBuffer target) {
        target.put((byte) presence(properties));
        if (properties.payloadFormat() != null) {
            target.put(properties.payloadFormat().byteValue());
        }
        if (properties.messageExpiry() != null) {
            target.putInt(properties.messageExpiry().intValue());
        }
        if (properties.contentType() != null) {
            putString(target, properties.contentType());
        }
        if (properties.responseTopic() != null) {
            putString(target, properties.responseTopic());
        }
        byte[] correlationData = properties.correlationData();
        if (correlationData != null) {
            putBytes(target, correlationData);
        }
        if (!properties.userProperties().isEmpty()) {
            target.putInt(properties.userProperties().size());
            for (UserProperty property : properties.userProperties()) {
                putString(target, property.key());
                putString(target, property.value());
            }
        }
    }

    private static int presence(MessageProperties properties) {
        return (properties.payloadFormat() == null ? 0 : PAYLOAD_FORMAT)
                | (properties.messageExpiry() == null ? 0 : MESSAGE_EXPIRY)
                | (properties.contentType() == null ? 0 : CONTENT_TYPE)
                | (properties.responseTopic() == null ? 0 : RESPONSE_TOPIC)
                | (properties.correlationData() == null ? 0 : CORRELATION_DATA)
                | (properties.userProperties().isEmpty() ? 0 : USER_PROPERTIES);
    }

    /** The arrival time in the record whose body begins at {@code from}. */
    static long arrivedAtMillis(byte[] bytes, int from) {
        return ByteBuffer.wrap(bytes).getLong(from + 1);
    }

    /** The key in a record; null where it has none, or is no record of a known version. */
    static @Nullable String key(byte[] bytes, int from, int length) {
        ByteBuffer source = ByteBuffer.wrap(bytes, from, length);
        if (length < SMALLEST_BYTES || source.get() != VERSION || (source.get(from + FLAGS_AT) & KEY) == 0) {
            return null;
        }
        source.position(from + FIXED_BYTES);
        try {
            return getString(source);
        } catch (BufferUnderflowException e) {
            return null;
        }
    }

    /**
     * Reads a message back.
     *
     * @throws StorageException of kind CORRUPT where the bytes are no record of a known version
     */
    static BridgeMessage decode(byte[] bytes, int from, int length) {
        ByteBuffer source = ByteBuffer.wrap(bytes, from, length);
        try {
            byte version = source.get();
            if (version != VERSION) {
                throw new StorageException(
                        StorageException.Kind.CORRUPT,
                        "record layout " + version + " is not known; " + VERSION + " is");
            }
            long arrivedAtMillis = source.getLong();
            int flags = source.get();
            if ((flags & KEY) != 0) {
                getString(source);
            }
            String topic = getString(source);
            MessageProperties properties =
                    (flags & PROPERTIES) == 0 ? MessageProperties.NONE : decodeProperties(source);
            byte[] payload = new byte[source.remaining()];
            source.get(payload);
            return new BridgeMessage(
                    topic, payload, Qos.of(flags & QOS_MASK), (flags & RETAIN) != 0, arrivedAtMillis, properties);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new StorageException(
                    StorageException.Kind.CORRUPT, "a record of " + length + " bytes is no message", e);
        }
    }

    private static MessageProperties decodeProperties(ByteBuffer source) {
        int present = source.get();
        Integer payloadFormat = (present & PAYLOAD_FORMAT) == 0 ? null : Integer.valueOf(source.get());
        Long messageExpiry = (present & MESSAGE_EXPIRY) == 0 ? null : Integer.toUnsignedLong(source.getInt());
        String contentType = (present & CONTENT_TYPE) == 0 ? null : getString(source);
        String responseTopic = (present & RESPONSE_TOPIC) == 0 ? null : getString(source);
        byte[] correlationData = (present & CORRELATION_DATA) == 0 ? null : getBytes(source);
        List<UserProperty> userProperties = new ArrayList<>();
        if ((present & USER_PROPERTIES) != 0) {
            for (int left = source.getInt(); left > 0; left--) {
                userProperties.add(new UserProperty(getString(source), getString(source)));
            }
        }
        return new MessageProperties(
                payloadFormat, messageExpiry, contentType, responseTopic, correlationData, userProperties);
    }

    private static long bound(@Nullable String string) {
        return string == null ? 0 : 4 + 3L * string.length();
    }

    private static void putString(ByteBuffer target, String string) {
        putBytes(target, string.getBytes(StandardCharsets.UTF_8));
    }

    private static void putBytes(ByteBuffer target, byte[] bytes) {
        target.putInt(bytes.length).put(bytes);
    }

    private static String getString(ByteBuffer source) {
        return new String(getBytes(source), StandardCharsets.UTF_8);
    }

    private static byte[] getBytes(ByteBuffer source) {
        int length = source.getInt();
        if (length < 0 || length > source.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }
}
