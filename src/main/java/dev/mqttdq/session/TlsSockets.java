package dev.mqttdq.session;

import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.config.SslSettings.Verify;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** Puts TLS on a socket as configured; the PEM files are read at each call, so that renewed ones are used at once. */
final class TlsSockets {

    private TlsSockets() {}

    /** The same connection, secured and shaken hands on. */
    static SSLSocket secure(Socket plain, ServerAddress server, SslSettings ssl) throws IOException {
        SSLSocket socket =
                (SSLSocket) context(ssl).getSocketFactory().createSocket(plain, server.host(), server.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        if (ssl.verify() == Verify.VERIFY_PEER) {
            // Checks DNS and IP subject alternative names (RFC 2818).
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        if (ssl.sniDisabled()) {
            parameters.setServerNames(List.of());
        } else if (ssl.sni() != null) {
            parameters.setServerNames(List.of(new SNIHostName(ssl.sni())));
        } else if (isPlainName(server.host())) {
            parameters.setServerNames(List.of(new SNIHostName(server.host())));
        }
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** One without a dot, as in a cluster: Java says names with a dot by itself, and never these. */
    private static boolean isPlainName(String host) {
        return host.matches("[A-Za-z0-9-]+");
    }

    private static SSLContext context(SslSettings ssl) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            SslManagerBundle managers = managers(ssl);
            KeyManager[] keys = ssl.certfile() == null ? null : managers.getKeyManagers();
            context.init(keys, trust(ssl, managers), null);
            return context;
        } catch (GeneralSecurityException | IllegalStateException | IllegalArgumentException e) {
            // Without the cause: it is at the bottom of a failure that operators are told what is wrong.
            throw new IOException("cannot use the configured certificate files: " + Causes.deepest(e));
        }
    }

    private static SslManagerBundle managers(SslSettings ssl) {
        PemSslStoreDetails own = details(ssl.certfile());
        if (own != null && ssl.keyfile() != null) {
            own = own.withPrivateKey(location(ssl.keyfile()));
        }
        return SslManagerBundle.from(new PemSslStoreBundle(own, details(ssl.cacertfile())), null);
    }

    private static TrustManager @Nullable [] trust(SslSettings ssl, SslManagerBundle managers) {
        if (ssl.verify() == Verify.VERIFY_NONE) {
            return new TrustManager[] {new TrustAnyone()};
        }
        // Without a file of our own: the authorities of the Java runtime.
        return ssl.cacertfile() == null ? null : managers.getTrustManagers();
    }

    private static @Nullable PemSslStoreDetails details(@Nullable Path certificates) {
        return certificates == null ? null : PemSslStoreDetails.forCertificate(location(certificates));
    }

    private static String location(Path file) {
        return file.toAbsolutePath().toUri().toString();
    }

    /** {@code verify_none}: asked for in the configuration, warned of at each start of a bridge. */
    private static final class TrustAnyone extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
