package dev.mqttdq.session;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Control packets on their way in (MQTT 5.0 section 2.1). With each PUBLISH it waits at the {@link ReadGate}; a packet
 * that is longer than this connection has reason to send ends the connection.
 *
 * <p>A PUBLISH with a string that the client cannot read would cost the connection, and come again for ever: it is not
 * handed on, and the connection is told to acknowledge it.
 *
 * <p>A PUBREC that refuses a message ends its exchange (section 4.3.3), but the MQTT 5 client takes it for the end of the
 * connection. It is handed on as a PUBCOMP with reason code 0x92, which the client takes for the end of the exchange, and
 * the real code is kept for {@link #takeRefusal}.
 */
final class PacketReader extends InputStream {

    private static final int PUBLISH = 3;
    private static final int PUBREC = 5;
    private static final int PUBCOMP_HEADER = 0x70;
    private static final int PACKET_ID_NOT_FOUND = 0x92;
    private static final int FIRST_ERROR = 0x80;
    private static final int MAX_SMALL = 256;
    static final String ENDED_WITHIN_PACKET = "the connection ended within a packet";

    private final InputStream in;
    private final ReadGate gate;
    private final int largest;
    private final ReaderEvents events;
    private final boolean properties;
    private final Map<Integer, Integer> refusals = new ConcurrentHashMap<>();
    private final AtomicLong messages = new AtomicLong();
    private byte[] ready = {};
    private int position;
    private int passing;
    private boolean watching;

    /**
     * @param largest most bytes that a packet may have after its fixed header
     * @param properties whether packets have properties, as in MQTT 5
     */
    PacketReader(InputStream in, ReadGate gate, int largest, boolean properties, ReaderEvents events) {
        this.in = in;
        this.gate = gate;
        this.largest = largest;
        this.properties = properties;
        this.events = events;
    }

    /** The reason code with which a PUBREC refused a message, once; 0 where none did. */
    int takeRefusal(int packetId) {
        Integer code = refusals.remove(packetId);
        return code == null ? 0 : code;
    }

    /** PUBLISH packets that have come in so far; any thread may ask. */
    long messages() {
        return messages.get();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (position == ready.length && passing == 0) {
            if (!nextPacket()) {
                return -1;
            }
        }
        if (position < ready.length) {
            int count = Math.min(length, ready.length - position);
            System.arraycopy(ready, position, bytes, offset, count);
            position += count;
            return count;
        }
        int count = in.read(bytes, offset, Math.min(length, passing));
        if (count < 0) {
            throw new EOFException(ENDED_WITHIN_PACKET);
        }
        passing -= count;
        return count;
    }

    private boolean nextPacket() throws IOException {
        if (!watching) {
            // The clients' receiving thread dies of some packets that it cannot decode, and the clients do not notice.
            watching = true;
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> events.died(failure));
        }
        int first = in.read();
        if (first < 0) {
            return false;
        }
        if (first >> 4 == PUBLISH) {
            gate.pass();
            messages.incrementAndGet();
        }
        byte[] header = new byte[5];
        header[0] = (byte) first;
        int headerLength = 1;
        int remaining = 0;
        int next;
        do {
            if (headerLength == header.length) {
                throw new IOException("not MQTT: a malformed remaining length");
            }
            next = in.read();
            if (next < 0) {
                throw new EOFException(ENDED_WITHIN_PACKET);
            }
            header[headerLength] = (byte) next;
            remaining |= (next & 0x7f) << (7 * (headerLength - 1));
            headerLength++;
        } while ((next & 0x80) != 0);
        if (remaining > largest) {
            throw new IOException("a packet of " + remaining + " bytes, where at most " + largest + " make sense");
        }
        ready = Arrays.copyOf(header, headerLength);
        position = 0;
        passing = remaining;
        if (first >> 4 == PUBLISH) {
            publish(first);
        }
        if (first >> 4 == PUBREC && remaining > 2 && remaining <= MAX_SMALL) {
            byte[] body = in.readNBytes(remaining);
            if (body.length < remaining) {
                throw new EOFException(ENDED_WITHIN_PACKET);
            }
            ready = withoutRefusal(ready, body);
            passing = 0;
        }
        return true;
    }

    /** Hands the header on, the payload behind it, or nothing of the packet. */
    private void publish(int first) throws IOException {
        PublishHeader header = PublishHeader.read(in, first, passing, properties);
        passing -= header.bytes().length;
        if (header.isReadableBy(events)) {
            ready = joined(ready, header.bytes());
        } else {
            in.skipNBytes(passing);
            passing = 0;
            position = ready.length;
            events.skipped(header.packetId(), header.qos(), header.topic());
        }
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] whole = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, whole, head.length, tail.length);
        return whole;
    }

    private byte[] withoutRefusal(byte[] header, byte[] body) {
        int reasonCode = body.length > 2 ? body[2] & 0xff : 0;
        if (reasonCode >= FIRST_ERROR) {
            refusals.put((body[0] & 0xff) << 8 | body[1] & 0xff, reasonCode);
            return new byte[] {(byte) PUBCOMP_HEADER, 3, body[0], body[1], (byte) PACKET_ID_NOT_FOUND};
        }
        return joined(header, body);
    }
}
