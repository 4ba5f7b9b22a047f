package dev.mqttdq.session;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * What we send over TLS. With TLS 1.3 a broker that does not take our certificate says so only when we are already sending
 * (RFC 8446 section 4.4.2.4), and then closes: where our first packet fails, its alert is the reason, not the broken pipe.
 */
final class FirstWords extends FilterOutputStream {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SSLSocket socket;
    private final CountDownLatch asked;

    /** @param asked opened after the first packet; until then nobody else reads from the socket */
    FirstWords(SSLSocket socket, CountDownLatch asked) throws IOException {
        super(socket.getOutputStream());
        this.socket = socket;
        this.asked = asked;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw asked.getCount() > 0 ? explained(e) : e;
        }
    }

    private IOException explained(IOException failure) {
        try {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            int unused = socket.getInputStream().read();
            return failure;
        } catch (SSLException alert) {
            return alert;
        } catch (IOException e) {
            return failure;
        }
    }
}
