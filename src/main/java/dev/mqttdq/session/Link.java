package dev.mqttdq.session;

import dev.mqttdq.config.ProtocolVersion;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The socket below a client, and our hand on what passes through it: what comes in waits while there is no room for it
 * ({@link ReadGate}), and acknowledgements leave only when they are released ({@link PacketWriter}). The clients open and
 * close it through their own network module interfaces, so that this is the one place for DNS, TCP and TLS.
 *
 * <p>The name is resolved at each {@link #start}, and each of its addresses is tried. {@link #abort} may be called from
 * any thread, never blocks, and ends whatever waits in here.
 */
final class Link
        implements org.eclipse.paho.mqttv5.client.internal.NetworkModule,
                org.eclipse.paho.client.mqttv3.internal.NetworkModule {

    /** The scheme under which the clients find {@link LinkFactoryV5} and {@link LinkFactoryV3}. */
    static final String SCHEME = "mqttdq";

    /** The address given to the clients; where the link really leads is known to the link alone. */
    static final String URI = SCHEME + "://link:1";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int BUFFER = 64 * 1024;
    // A remote sends nothing to a publisher but acknowledgements; whatever claims to be longer is not MQTT.
    private static final int LARGEST_TO_PUBLISHER = 128 * 1024;
    private static final int LARGEST_PACKET = 268_435_455;

    private final SessionSettings settings;
    private final ReadGate gate;
    private final ReaderEvents events;
    private final CountDownLatch asked = new CountDownLatch(1);
    private final Object lock = new Object();
    private @Nullable Socket plain;
    private @Nullable PacketReader reader;
    private @Nullable PacketWriter writer;
    private boolean aborted;

    Link(SessionSettings settings, ReadGate gate, ReaderEvents events) {
        this.settings = settings;
        this.gate = gate;
        this.events = events;
    }

    @Override
    public void start() throws IOException {
        Socket socket = connect(InetAddress.getAllByName(settings.server().host()));
        if (settings.ssl().enable()) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket = TlsSockets.secure(socket, settings.server(), settings.ssl());
            socket.setSoTimeout(0);
        }
        InputStream in = new BufferedInputStream(new AnswerStream(socket.getInputStream(), asked), BUFFER);
        reader = new PacketReader(
                in,
                gate,
                settings.receiving() ? LARGEST_PACKET : LARGEST_TO_PUBLISHER,
                settings.version() == ProtocolVersion.V5,
                events);
        writer = new PacketWriter(
                socket instanceof SSLSocket secured ? new FirstWords(secured, asked) : socket.getOutputStream(),
                asked::countDown);
    }

    private Socket connect(InetAddress[] addresses) throws IOException {
        IOException failure = new IOException("no address");
        for (InetAddress address : addresses) {
            Socket socket = new Socket();
            synchronized (lock) {
                if (aborted) {
                    throw new IOException("given up");
                }
                plain = socket;
            }
            try {
                socket.setTcpNoDelay(true);
                socket.setKeepAlive(true);
                socket.connect(new InetSocketAddress(address, settings.server().port()), (int) TIMEOUT.toMillis());
                return socket;
            } catch (IOException e) {
                socket.close();
                failure = e;
            }
        }
        throw failure;
    }

    @Override
    public InputStream getInputStream() {
        return started(reader);
    }

    @Override
    public OutputStream getOutputStream() {
        return started(writer);
    }

    /** The packets on their way out; only after {@link #start}. */
    PacketWriter writer() {
        return started(writer);
    }

    /** The packets on their way in; only after {@link #start}. */
    PacketReader reader() {
        return started(reader);
    }

    private static <T> T started(@Nullable T stream) {
        if (stream == null) {
            throw new IllegalStateException("the link was never started");
        }
        return stream;
    }

    @Override
    public void stop() throws IOException {
        asked.countDown();
        close();
    }

    private void close() throws IOException {
        Socket socket;
        synchronized (lock) {
            aborted = true;
            socket = plain;
        }
        gate.leave();
        if (socket != null) {
            // The socket below TLS: closing the one above may wait for a write that never ends.
            socket.close();
        }
    }

    /** Ends the link at once; the client notices when it next reads or writes. */
    void abort() {
        try {
            close();
        } catch (IOException e) {
            // Closing is all that could be done, and the socket is closed even then (Socket.close).
        }
    }

    @Override
    public String getServerURI() {
        return URI;
    }
}
