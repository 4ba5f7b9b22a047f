package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The variable header of a PUBLISH (MQTT 5.0 section 3.3.2), as far as it is needed to tell whether a client can read it.
 *
 * @param bytes all of it, as it came
 * @param propertiesAt where the properties begin in {@link #bytes}; its length where there are none
 */
record PublishHeader(byte[] bytes, String topic, int packetId, Qos qos, int propertiesAt) {

    private static final int QOS_BITS = 0x06;

    /**
     * Reads it off a packet.
     *
     * @param first the packet's first byte
     * @param remaining bytes of the packet after its fixed header
     * @param properties whether there are any, as in MQTT 5
     */
    static PublishHeader read(InputStream in, int first, int remaining, boolean properties) throws IOException {
        Part part = new Part(in, remaining);
        int topicLength = part.number();
        String topic = new String(part.take(topicLength), StandardCharsets.UTF_8);
        int level = (first & QOS_BITS) >> 1;
        if (level > Qos.EXACTLY_ONCE.value()) {
            throw new IOException("not MQTT: a PUBLISH of QoS 3");
        }
        Qos qos = Qos.of(level);
        int packetId = qos == Qos.AT_MOST_ONCE ? 0 : part.number();
        int propertiesAt = part.taken.size();
        if (properties) {
            int length = part.variableNumber();
            propertiesAt = part.taken.size();
            part.take(length);
        }
        return new PublishHeader(part.taken.toByteArray(), topic, packetId, qos, propertiesAt);
    }

    /** Whether the client of these events can read every string in it. */
    boolean isReadableBy(ReaderEvents client) {
        DataInputStream topicText = new DataInputStream(new ByteArrayInputStream(bytes));
        DataInputStream properties =
                new DataInputStream(new ByteArrayInputStream(bytes, propertiesAt, bytes.length - propertiesAt));
        try {
            client.decode(topicText);
            while (properties.available() > 0) {
                property(properties, client);
            }
            return true;
        } catch (IllegalArgumentException | IOException e) {
            return false;
        }
    }

    /** One property of a PUBLISH (section 3.3.2.3). */
    private static void property(DataInputStream in, ReaderEvents client) throws IOException {
        int identifier = in.readUnsignedByte();
        switch (identifier) {
            case 0x01 -> in.skipNBytes(1);
            case 0x02 -> in.skipNBytes(4);
            case 0x23 -> in.skipNBytes(2);
            case 0x09 -> in.skipNBytes(in.readUnsignedShort());
            case 0x03, 0x08 -> client.decode(in);
            case 0x26 -> {
                client.decode(in);
                client.decode(in);
            }
            case 0x0b -> {
                while ((in.readUnsignedByte() & 0x80) != 0) {
                    // the rest of a number of variable length
                }
            }
            default -> throw new IOException("no property of a PUBLISH: " + identifier);
        }
    }

    /** What is read, and kept from reading on into the next packet. */
    private static final class Part {

        private final InputStream in;
        private final int limit;
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream(128);

        Part(InputStream in, int limit) {
            this.in = in;
            this.limit = limit;
        }

        byte[] take(int length) throws IOException {
            if (taken.size() + length > limit) {
                throw new IOException("not MQTT: a PUBLISH whose parts are longer than the whole");
            }
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new EOFException(PacketReader.ENDED_WITHIN_PACKET);
            }
            taken.writeBytes(bytes);
            return bytes;
        }

        int number() throws IOException {
            byte[] bytes = take(2);
            return (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
        }

        int variableNumber() throws IOException {
            int value = 0;
            for (int shift = 0; shift < 28; shift += 7) {
                int next = take(1)[0];
                value |= (next & 0x7f) << shift;
                if ((next & 0x80) == 0) {
                    return value;
                }
            }
            throw new IOException("not MQTT: a malformed property length");
        }
    }
}
