package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.testkit.CertificateAuthority;
import dev.mqttdq.testkit.KeyPairFiles;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/** TLS by an SSL bundle of Spring's. */
class ListenerTlsIT {

    private final int port = Ports.free();
    private final ListenerFixture fixture = ListenerFixture.with(withBundle(port));

    @TempDir
    private Path directory;

    private CertificateAuthority authority;

    @BeforeEach
    void issue() {
        authority = CertificateAuthority.create(directory, "authority");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static Listener withBundle(int port) {
        return ListenerFixture.at(ListenerFixture.open(port), Switch.ON, port, "queues");
    }

    @Test
    void deliversOverTls() throws Exception {
        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost")));
        fixture.start();
        try (WireClient client = new WireClient(connect())) {
            assertThat(client.connectCode(connect ->
                            connect.protocolVersion(MqttVersion.MQTT_5).clientId("c")))
                    .isZero();
            client.subscribe("$queue/orders");
            fixture.queues.publish("orders", "t", "x".repeat(500_000));
            fixture.queues.publish("orders", "t", "1");

            assertThat(WireClient.text(client.nextPublish())).hasSize(500_000);
            assertThat(WireClient.text(client.nextPublish())).isEqualTo("1");
        }
    }

    @Test
    void tellsWhyItEndsAConnectionOverTls() throws Exception {
        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost")));
        fixture.start();
        try (WireClient client = new WireClient(connect())) {
            client.connectCode(
                    connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId("c"));
            client.sendHex("50 02 00 01");

            assertThat(client.nextDisconnect()).isEqualTo(0x82);
            client.awaitClose();
        }
    }

    @Test
    void closesConnectionsThatDoNotSpeakTls() {
        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost")));
        fixture.start();
        try (WireClient client = WireClient.open(port)) {
            client.sendHex("10 0d 00 04 4d 51 54 54 04 02 00 3c 00 01 78");

            client.awaitClose();
        }
        fixture.awaitConnections(0);
    }

    @Test
    void usesARenewedCertificateForNewConnections() throws Exception {
        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost", "old.example")));
        fixture.start();
        try (WireClient before = new WireClient(connect())) {
            before.connectCode(
                    connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId("c"));

            fixture.bundles.updateBundle("queues", bundle(authority.issue("localhost", "new.example")));

            await().atMost(ListenerFixture.PATIENCE).until(() -> names().contains("new.example"));
            before.ping();
        }
    }

    @Test
    void keepsTheOldCertificateWhenTheRenewedOneCannotBeUsed() throws Exception {
        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost", "old.example")));
        fixture.start();

        fixture.bundles.updateBundle(
                "queues", bundle(new KeyPairFiles(directory.resolve("no.crt"), directory.resolve("no.key"))));

        assertThat(names()).contains("old.example");
    }

    @Test
    void waitsForABundleThatIsMissing() {
        fixture.listener().start();
        await().atMost(ListenerFixture.PATIENCE)
                .until(() -> fixture.listener().problem().isPresent());
        assertThat(fixture.listener().problem().orElseThrow()).contains("SSL bundle queues");

        fixture.bundles.registerBundle("queues", bundle(authority.issue("localhost")));

        await().atMost(ListenerFixture.PATIENCE).until(() -> Ports.accepts(port));
        await().atMost(ListenerFixture.PATIENCE)
                .until(() -> fixture.listener().problem().isEmpty());
    }

    private String names() throws IOException {
        try (SSLSocket socket = connect()) {
            X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return String.valueOf(certificate.getSubjectAlternativeNames());
        } catch (java.security.cert.CertificateParsingException e) {
            throw new SSLException(e);
        }
    }

    private SSLSocket connect() throws IOException {
        SSLContext context = SslBundle.of(new PemSslStoreBundle(
                        null, PemSslStoreDetails.forCertificate(location(authority.certificate()))))
                .createSslContext();
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        socket.startHandshake();
        return socket;
    }

    private static SslBundle bundle(KeyPairFiles files) {
        return SslBundle.of(new PemSslStoreBundle(
                PemSslStoreDetails.forCertificate(location(files.certificate())).withPrivateKey(location(files.key())),
                null));
    }

    private static String location(Path file) {
        return file.toUri().toString();
    }
}
