package dev.mqttdq.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Shakes hands over TLS, notes which server names the client asks for, and hangs up. */
public final class TlsListener implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SSLServerSocket server;
    private final BlockingQueue<List<String>> names = new LinkedBlockingQueue<>();

    private TlsListener(SSLServerSocket server) {
        this.server = server;
        Thread thread = new Thread(this::serve, "tls-listener");
        thread.setDaemon(true);
        thread.start();
    }

    /** Listening with this certificate. */
    public static TlsListener serving(KeyPairFiles files) throws IOException, GeneralSecurityException {
        PemSslStoreDetails details = PemSslStoreDetails.forCertificate(
                        files.certificate().toUri().toString())
                .withPrivateKey(files.key().toUri().toString());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                SslManagerBundle.from(new PemSslStoreBundle(details, null), null)
                        .getKeyManagers(),
                null,
                null);
        return new TlsListener((SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getByName("127.0.0.1")));
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Waits for a client; the names it asked for. */
    public List<String> awaitServerNames() {
        await("a handshake").atMost(PATIENCE).until(() -> !names.isEmpty());
        return names.remove();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (SSLSocket client = (SSLSocket) server.accept()) {
                client.startHandshake();
                names.add(((ExtendedSSLSession) client.getSession())
                        .getRequestedServerNames().stream()
                                .map(name -> ((SNIHostName) name).getAsciiName())
                                .toList());
            } catch (IOException e) {
                // The client did not like it, or the test is over.
                continue;
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
