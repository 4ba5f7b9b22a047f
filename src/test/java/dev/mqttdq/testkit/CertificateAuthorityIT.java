package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CertificateAuthorityIT {

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void mosquittoServesItsCertificates(CertificateAuthority.KeyFormat format) throws Exception {
        CertificateAuthority authority = CertificateAuthority.create(directory, "good");
        KeyPairFiles server = authority.issue(format, "localhost", "127.0.0.1");
        try (Mosquitto broker = Mosquitto.builder().tls(server).build()) {
            broker.start();
            handshake(authority.certificate(), broker.tlsPort());
        }
        assertThat(Files.readString(server.key()))
                .contains(
                        format == CertificateAuthority.KeyFormat.PKCS8
                                ? "BEGIN PRIVATE KEY"
                                : format == CertificateAuthority.KeyFormat.PKCS1
                                        ? "BEGIN RSA PRIVATE KEY"
                                        : "BEGIN EC PRIVATE KEY");
    }

    @Test
    void aClientSeesWhatIsWrong() throws Exception {
        CertificateAuthority authority = CertificateAuthority.create(directory, "good");
        CertificateAuthority other = CertificateAuthority.create(directory, "other");
        try (Mosquitto broker =
                Mosquitto.builder().tls(authority.issueExpired("127.0.0.1")).build()) {
            broker.start();
            assertThatThrownBy(() -> handshake(authority.certificate(), broker.tlsPort()))
                    .isInstanceOf(SSLException.class)
                    .hasStackTraceContaining("NotAfter");
            assertThatThrownBy(() -> handshake(other.certificate(), broker.tlsPort()))
                    .isInstanceOf(SSLException.class)
                    .hasStackTraceContaining("unable to find valid certification path");
        }
        try (Mosquitto broker =
                Mosquitto.builder().tls(authority.issue("somewhere.example")).build()) {
            broker.start();
            assertThatThrownBy(() -> handshake(authority.certificate(), broker.tlsPort()))
                    .isInstanceOf(SSLException.class)
                    .hasStackTraceContaining("127.0.0.1");
        }
    }

    private static void handshake(Path trusted, int port) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(trusted)) {
            store.setCertificateEntry(
                    "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
        }
    }
}
