package dev.mqttdq.session;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.config.SslSettings.Verify;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.CertificateAuthority;
import dev.mqttdq.testkit.CertificateAuthority.KeyFormat;
import dev.mqttdq.testkit.KeyPairFiles;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.TlsListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who is let in, and who lets us in, against mosquitto's TLS listener. */
@Execution(ExecutionMode.CONCURRENT)
class TlsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private CertificateAuthority authority;

    @BeforeEach
    void createAuthority() {
        authority = CertificateAuthority.create(directory, "good");
    }

    @ParameterizedTest
    @CsvSource({
        // names in the certificate, host connected to, sni
        "localhost,localhost,",
        "127.0.0.1,127.0.0.1,",
        "broker.example.com,127.0.0.1,broker.example.com",
        "*.example.com,127.0.0.1,broker.example.com",
        "127.0.0.1,127.0.0.1,disable",
        "localhost,localhost,disable",
    })
    void connectsToWhomTheCertificateNames(String named, String host, @Nullable String sni) {
        try (Mosquitto broker = serving(authority.issue(named))) {
            assertForwards(host, broker, peer(sni));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "somewhere.example,localhost,,matching localhost found",
        "somewhere.example,127.0.0.1,,No subject alternative names matching IP address 127.0.0.1 found",
        "*.example.com,127.0.0.1,a.b.example.com,No subject alternative names matching IP address",
        "localhost,127.0.0.1,disable,No subject alternative names matching IP address 127.0.0.1 found",
        "127.0.0.2,127.0.0.1,,No subject alternative names matching IP address 127.0.0.1 found",
    })
    void refusesWhomTheCertificateDoesNotName(String named, String host, @Nullable String sni, String cause) {
        try (Mosquitto broker = serving(authority.issue(named))) {
            assertRefuses(host, broker, peer(sni), cause);
        }
    }

    @Test
    void refusesExpiredSelfSignedAndForeignCertificates() {
        try (Mosquitto broker = serving(authority.issueExpired("127.0.0.1"))) {
            assertRefuses("127.0.0.1", broker, peer((String) null), "NotAfter");
        }
        try (Mosquitto broker = serving(authority.selfSigned("127.0.0.1"))) {
            assertRefuses("127.0.0.1", broker, peer((String) null), "unable to find valid certification path");
        }
        CertificateAuthority other = CertificateAuthority.create(directory, "other");
        try (Mosquitto broker = serving(other.issue("127.0.0.1"))) {
            assertRefuses("127.0.0.1", broker, peer((String) null), "unable to find valid certification path");
        }
    }

    @Test
    void verifyNoneConnectsToAnyone() {
        SslSettings none = new SslSettings(true, Verify.VERIFY_NONE, null, false, null, null, null);
        try (Mosquitto broker = serving(authority.issueExpired("somewhere.example"))) {
            assertForwards("127.0.0.1", broker, none);
        }
        try (Mosquitto broker = serving(authority.selfSigned("somewhere.example"))) {
            assertForwards("127.0.0.1", broker, none);
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsItsOwnCertificateWhateverTheKeyFormat(KeyFormat format) {
        CertificateAuthority clients = CertificateAuthority.create(directory, "clients");
        KeyPairFiles client = clients.issue(format, "client");
        try (Mosquitto broker = asking(clients)) {
            assertForwards("127.0.0.1", broker, peer(client));
            try (RemoteSide bridge = start("127.0.0.1", broker, peer((String) null), ProtocolVersion.V5)) {
                bridge.awaitProblem("certificate");
                await().atMost(PATIENCE).until(() -> bridge.retried("connect_failed") >= 2);
                // Where the alert comes after the end of the connection, the client learns of that only.
                bridge.awaitProblem("certificate");
                assertThat(bridge.connector().connected()).isFalse();
            }
        }
    }

    @Test
    void usesRenewedFilesAtTheNextConnect() throws IOException {
        CertificateAuthority clients = CertificateAuthority.create(directory, "clients");
        CertificateAuthority old = CertificateAuthority.create(directory, "old");
        KeyPairFiles used = copy(old.issue("used"));
        SslSettings ssl = new SslSettings(
                true,
                Verify.VERIFY_PEER,
                null,
                false,
                copy(old.certificate(), "ca.pem"),
                used.certificate(),
                used.key());
        try (Mosquitto broker = asking(clients);
                RemoteSide bridge = start("127.0.0.1", broker, ssl, ProtocolVersion.V5)) {
            bridge.awaitProblem("unable to find valid certification path");
            copy(authority.certificate(), "ca.pem");
            await().atMost(PATIENCE)
                    .until(() -> !String.valueOf(bridge.connector().problem()).contains("certification path"));
            assertThat(bridge.connector().connected()).isFalse();
            copy(clients.issue("renewed"));
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
        }
    }

    @Test
    void triesAgainWithAHalfWrittenPair() throws IOException {
        CertificateAuthority clients = CertificateAuthority.create(directory, "clients");
        KeyPairFiles good = clients.issue("good-client");
        KeyPairFiles used = copy(good);
        Files.writeString(used.key(), Files.readString(good.key()).substring(0, 200));
        try (Mosquitto broker = asking(clients);
                RemoteSide bridge = start("127.0.0.1", broker, peer(used), ProtocolVersion.V5)) {
            bridge.awaitProblem("cannot use the configured certificate files");
            Files.delete(used.key());
            copy(clients.issue("another"));
            Files.copy(good.key(), used.key(), StandardCopyOption.REPLACE_EXISTING);
            await().atMost(PATIENCE)
                    .until(() ->
                            !String.valueOf(bridge.connector().problem()).contains("configured certificate files"));
            copy(good);
            bridge.append("t", "0 ", Qos.AT_LEAST_ONCE);
            bridge.awaitDrained();

            assertThat(bridge.counters().publish()).isOne();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,,localhost",
        "127.0.0.1,other.example.com,other.example.com",
        "localhost,disable,",
        "127.0.0.1,,"
    })
    void saysTheConfiguredServerName(String host, @Nullable String sni, @Nullable String said) throws Exception {
        try (TlsListener listener = TlsListener.serving(authority.issue("localhost"));
                RemoteSide bridge = RemoteSide.started(BridgeSettingsBuilder.to(host, listener.port())
                        .ssl(new SslSettings(
                                true,
                                Verify.VERIFY_NONE,
                                "disable".equals(sni) ? null : sni,
                                "disable".equals(sni),
                                null,
                                null,
                                null))
                        .build(directory))) {
            assertThat(listener.awaitServerNames()).isEqualTo(said == null ? List.of() : List.of(said));
            assertThat(bridge.connector().connected()).isFalse();
        }
    }

    private void assertForwards(String host, Mosquitto broker, SslSettings ssl) {
        for (ProtocolVersion version : List.of(ProtocolVersion.V5, ProtocolVersion.V4)) {
            try (RemoteSide bridge = start(host, broker, ssl, version)) {
                bridge.append("t", "x".repeat(100_000).getBytes(UTF_8), Qos.EXACTLY_ONCE, MessageProperties.NONE);
                bridge.awaitDrained();
                assertThat(bridge.counters().publish()).isOne();
            }
        }
    }

    private void assertRefuses(String host, Mosquitto broker, SslSettings ssl, String cause) {
        try (RemoteSide bridge = start(host, broker, ssl, ProtocolVersion.V5)) {
            bridge.awaitProblem(cause);
            assertThat(bridge.connector().connected()).isFalse();
        }
    }

    private RemoteSide start(String host, Mosquitto broker, SslSettings ssl, ProtocolVersion version) {
        return RemoteSide.started(BridgeSettingsBuilder.to(host, broker.tlsPort())
                .version(version)
                .ssl(ssl)
                .build(directory));
    }

    private SslSettings peer(@Nullable String sni) {
        boolean disabled = "disable".equals(sni);
        return new SslSettings(
                true, Verify.VERIFY_PEER, disabled ? null : sni, disabled, authority.certificate(), null, null);
    }

    private SslSettings peer(KeyPairFiles own) {
        return new SslSettings(
                true, Verify.VERIFY_PEER, null, false, authority.certificate(), own.certificate(), own.key());
    }

    private static Mosquitto serving(KeyPairFiles server) {
        Mosquitto broker = Mosquitto.builder().tls(server).build();
        broker.start();
        return broker;
    }

    private Mosquitto asking(CertificateAuthority clients) {
        Mosquitto broker = Mosquitto.builder()
                .tls(authority.issue("127.0.0.1"))
                .clientCertificatesOf(clients.certificate())
                .build();
        broker.start();
        return broker;
    }

    private KeyPairFiles copy(KeyPairFiles pair) throws IOException {
        return new KeyPairFiles(copy(pair.certificate(), "used.pem"), copy(pair.key(), "used.key"));
    }

    private Path copy(Path file, String name) throws IOException {
        Path used = Files.createDirectories(directory.resolve("used")).resolve(name);
        return Files.copy(file, used, StandardCopyOption.REPLACE_EXISTING);
    }
}
