package dev.mqttdq.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;

/**
 * Control packets on their way out: short ones written whole, long ones passed on as they come, so that no connection keeps
 * a buffer as large as its largest message. It keeps the promise that a message of QoS 2 is acknowledged only when it is
 * stored: the clients send PUBREC as soon as the message has arrived, so theirs is held here until {@link #release} was
 * called for its packet identifier.
 *
 * <p>How the release reaches the wire: after {@link #release} the caller makes the client complete the message, which
 * the client says with a PUBCOMP. That one, which would be wrong so early, is taken out, and the PUBREC goes in its place.
 * The PUBCOMP that answers the broker's PUBREL later passes as it is.
 *
 * <p>{@link #release} and {@link #holdFor} may be called from any thread; the rest belongs to the client's sending thread.
 */
final class PacketWriter extends OutputStream {

    private static final int PUBREC = 5;
    private static final int PUBCOMP = 7;
    // As much as the clients write at a time; acknowledgements are far shorter.
    private static final int LARGEST_WHOLE = 8 * 1024;

    private final OutputStream out;
    private final Runnable begun;
    /** The present packet from its beginning; empty where that is written already. */
    private final ByteArrayOutputStream packet = new ByteArrayOutputStream(512);

    private final Set<Integer> releases = new HashSet<>();
    private final Set<Integer> unseen = new HashSet<>();
    private final Set<Integer> released = new HashSet<>();
    private final Set<Integer> held = new HashSet<>();
    private int type;
    private int headerLength;
    private int remaining;
    private boolean inBody;

    /** @param begun run with each packet that was written or could not be */
    PacketWriter(OutputStream out, Runnable begun) {
        this.out = out;
        this.begun = begun;
    }

    /** The message of this packet identifier is stored; the client's next PUBCOMP for it stands for the PUBREC. */
    void release(int packetId) {
        synchronized (releases) {
            releases.add(packetId);
        }
    }

    /** A message that the client never saw: there will be no PUBREC of its own to hold. */
    void holdFor(int packetId) {
        synchronized (releases) {
            unseen.add(packetId);
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            int at = offset;
            int end = offset + length;
            while (at < end) {
                if (inBody) {
                    int count = Math.min(remaining, end - at);
                    body(bytes, at, count);
                    remaining -= count;
                    at += count;
                } else {
                    header(bytes[at]);
                    at++;
                }
                if (inBody && remaining == 0) {
                    endPacket();
                }
            }
        } catch (IOException | RuntimeException e) {
            begun.run();
            throw e;
        }
    }

    /** One byte of the fixed header: the type, then the remaining length in groups of seven bits (section 1.5.5). */
    private void header(byte b) {
        packet.write(b);
        if (headerLength == 0) {
            type = (b & 0xff) >> 4;
        } else {
            remaining |= (b & 0x7f) << 7 * (headerLength - 1);
            inBody = (b & 0x80) == 0;
        }
        headerLength++;
    }

    private void body(byte[] bytes, int offset, int length) throws IOException {
        if (packet.size() > 0 && packet.size() + length <= LARGEST_WHOLE) {
            packet.write(bytes, offset, length);
        } else {
            passOn();
            out.write(bytes, offset, length);
        }
    }

    /** Writes what is here of the packet. */
    private void passOn() throws IOException {
        if (packet.size() > 0) {
            packet.writeTo(out);
            packet.reset();
        }
    }

    private void endPacket() throws IOException {
        int idAt = headerLength;
        headerLength = 0;
        inBody = false;
        if (type == PUBREC || type == PUBCOMP) {
            byte[] bytes = packet.toByteArray();
            packet.reset();
            acknowledge(bytes, (bytes[idAt] & 0xff) << 8 | bytes[idAt + 1] & 0xff);
        } else {
            passOn();
        }
        begun.run();
    }

    private void acknowledge(byte[] bytes, int packetId) throws IOException {
        if (type == PUBREC) {
            if (released.remove(packetId)) {
                pubrec(packetId);
            } else {
                held.add(packetId);
            }
        } else if (takeRelease(packetId)) {
            if (held.remove(packetId) || takeUnseen(packetId)) {
                pubrec(packetId);
            } else {
                released.add(packetId);
            }
        } else {
            out.write(bytes);
        }
    }

    private boolean takeUnseen(int packetId) {
        synchronized (releases) {
            return unseen.remove(packetId);
        }
    }

    private boolean takeRelease(int packetId) {
        synchronized (releases) {
            return releases.remove(packetId);
        }
    }

    private void pubrec(int packetId) throws IOException {
        out.write(new byte[] {(byte) (PUBREC << 4), 2, (byte) (packetId >> 8), (byte) packetId});
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
