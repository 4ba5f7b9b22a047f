package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that break the protocol or take what they can get: they are ended, and a client that behaves does not notice. */
class HostileClientsIT {

    /** Longer than a test waits: what ends sooner was not ended by a time limit. */
    private static final Duration LONG = Duration.ofMinutes(2);

    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Limits LIMITS = limits(LONG, LONG);

    private static final String CONNECT = "10 0e 00 04 4d 51 54 54 05 02 00 3c 00 00 01 78";

    /** What half-open connections begin with; the last is a SUBSCRIBE of MQTT 5, and seems unfinished without a CONNECT. */
    private static final List<String> BEGUN =
            List.of("", CONNECT.substring(0, 20), "82 0a 00 01 00 00 04 24 71 2f 61 01");

    private ListenerLog log;
    private ListenerFixture fixture;
    private WireClient bystander;

    @BeforeEach
    void start() {
        log = ListenerLog.started();
        start(LIMITS, System::nanoTime);
    }

    private static Limits limits(Duration connectDeadline, Duration stalled) {
        return new Limits(
                200,
                50,
                connectDeadline,
                Duration.ofMinutes(10),
                16 * 1024,
                256,
                100,
                100,
                100,
                256 * 1024,
                2L * 1024 * 1024,
                stalled,
                256,
                10,
                Duration.ofMinutes(1),
                Duration.ofSeconds(1));
    }

    private void start(Limits limits, LongSupplier nanoTime) {
        fixture = ListenerFixture.started(limits, nanoTime);
        bystander = loggedIn("bystander");
        bystander.subscribe("$queue/calm");
    }

    /** For tests that need another listener than most. */
    private void startAgain(Limits limits, LongSupplier nanoTime) {
        bystander.close();
        fixture.close();
        start(limits, nanoTime);
    }

    /** Tries again when it was too slow for the deadline, or before those that it takes the place of are forgotten. */
    private WireClient loggedIn(String clientId) {
        return await("login of " + clientId)
                .ignoreExceptions()
                .until(
                        () -> WireClient.connected(
                                fixture.port(),
                                connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                                        .clientId(clientId)
                                        .keepAlive(0)),
                        client -> true);
    }

    @AfterEach
    void bystandersNoticedNothing() {
        try (ListenerLog endsLast = log;
                ListenerFixture listening = fixture;
                WireClient calm = bystander) {
            listening.queues.publish("calm", "t", "still here");
            assertThat(WireClient.text(calm.nextPublish())).isEqualTo("still here");
        }
        assertThat(log.text()).doesNotContain("\tat ").doesNotContain("Exception");
    }

    /** What comes in place of CONNECT. */
    enum NoLogin {
        SUBSCRIBE_FIRST("82 09 00 01 00 04 24 71 2f 61 01"),
        PINGREQ_FIRST("c0 00"),
        PUBLISH_FIRST("30 04 00 01 74 00"),
        CONNACK_FIRST("20 03 00 00 00"),
        TYPE_0("00 00"),
        ENDLESS_LENGTH("10 ff ff ff ff ff"),
        HUGE_CONNECT("10 ff ff ff 7f 00 04 4d 51 54 54 05 02 00 3c"),
        HTTP("47 45 54 20 2f 20 48 54 54 50 2f 31 2e 31 0d 0a 0d 0a"),
        TLS("16 03 01 00 05 01 00 00 01 00"),
        RESERVED_FLAG("10 0e 00 04 4d 51 54 54 05 03 00 3c 00 00 01 78"),
        LONG_PROPERTIES("10 0e 00 04 4d 51 54 54 05 02 00 3c 7f 00 01 78"),
        MQTT_9("10 0d 00 04 4d 51 54 54 09 02 00 3c 00 01 78"),
        OTHER_PROTOCOL("10 0d 00 04 41 4d 51 50 04 02 00 3c 00 01 78");

        private final String hex;

        NoLogin(String hex) {
            this.hex = hex;
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsConnectionsThatDoNotLogIn(NoLogin packet) {
        try (WireClient client = WireClient.open(fixture.port())) {
            client.sendHex(packet.hex);

            client.awaitClose();
        }
        fixture.awaitConnections(1);
    }

    @Test
    void tellsAClientOfAnUnknownVersion() {
        try (WireClient client = WireClient.open(fixture.port())) {
            client.sendHex(NoLogin.MQTT_9.hex);

            assertThat(client.next(MqttMessageType.CONNACK).variableHeader())
                    .asString()
                    .contains("UNACCEPTABLE_PROTOCOL_VERSION");
        }
    }

    /** What comes after CONNECT, and the reason that it is ended for. */
    enum Violation {
        CONNECT_AGAIN(CONNECT, 0x82),
        CONNACK("20 03 00 00 00", 0x82),
        SUBACK("90 04 00 01 00 01", 0x82),
        PINGRESP("d0 00", 0x82),
        PUBREC("50 02 00 01", 0x82),
        PUBREL("62 02 00 01", 0x82),
        PUBCOMP("70 02 00 01", 0x82),
        AUTH("f0 00", 0x82),
        PUBLISH_QOS_3("36 06 00 01 74 00 01 00", 0x81),
        PUBLISH_WILDCARD("30 04 00 01 23 00", 0x81),
        SUBSCRIBE_FLAGS("80 0a 00 01 00 00 04 24 71 2f 61 01", 0x81),
        SUBSCRIBE_NOTHING("82 03 00 01 00", 0x82),
        SUBSCRIBE_ID_0("82 0a 00 00 00 00 04 24 71 2f 61 01", 0x81),
        SUBSCRIBE_QOS_3("82 0a 00 01 00 00 04 24 71 2f 61 03", 0x81),
        SUBSCRIPTION_IDENTIFIER_0("82 0c 00 01 02 0b 00 00 04 24 71 2f 61 01", 0x82),
        TWO_SUBSCRIPTION_IDENTIFIERS("82 0e 00 01 04 0b 01 0b 02 00 04 24 71 2f 61 01", 0x82),
        INVALID_UTF_8("82 0a 00 01 00 00 04 24 71 2f ff 01", 0x81),
        U_0000("82 0a 00 01 00 00 04 24 71 2f 00 01", 0x81),
        UNSUBSCRIBE_NOTHING("a2 03 00 01 00", 0x82),
        PINGREQ_WITH_CONTENT("c0 01 00", 0x81),
        OVERSIZED("30 ff ff ff 7f 00 01 74 00", 0x95),
        JUST_OVERSIZED("30 81 80 01 00 01 74 00", 0x95);

        private final String hex;
        private final int reason;

        Violation(String hex, int reason) {
            this.hex = hex;
            this.reason = reason;
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsConnectionsThatBreakTheProtocolAndSaysWhy(Violation violation) {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "x")) {
            client.subscribe("$queue/orders");
            fixture.queues.awaitClients("orders", 1);
            client.sendHex(violation.hex);

            assertThat(client.nextDisconnect()).isEqualTo(violation.reason);
            client.awaitClose();
            fixture.queues.awaitClients("orders", 0);
        }
        fixture.awaitConnections(1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.INCLUDE,
            names = {"CONNECT_AGAIN", "CONNACK", "PUBREC", "PUBREL", "PUBLISH_QOS_3", "SUBSCRIBE_FLAGS", "OVERSIZED"})
    void closesWithoutAWordBeforeMqtt5(Violation violation) {
        try (WireClient client = WireClient.mqtt3(fixture.port(), "c")) {
            client.sendHex(violation.hex);

            client.awaitClose();
        }
    }

    @Test
    void endsHalfOpenConnectionsInTime() {
        startAgain(limits(SHORT, LONG), System::nanoTime);
        List<WireClient> clients = open(LIMITS.strangers());
        for (int i = 0; i < clients.size(); i++) {
            clients.get(i).sendHex(BEGUN.get(i % BEGUN.size()));
        }

        clients.forEach(WireClient::awaitClose);
        clients.forEach(WireClient::close);
        fixture.awaitConnections(1);
        loggedIn("after").close();
    }

    @Test
    void closesConnectionsAboveTheLimitOfThoseThatAreHalfOpen() {
        List<WireClient> clients = open(LIMITS.strangers());
        fixture.awaitConnections(LIMITS.strangers() + 1);
        try (WireClient oneMore = WireClient.open(fixture.port())) {
            oneMore.awaitClose();
            assertThat(fixture.count("refused_connections")).isEqualTo(1);
        }
        clients.forEach(WireClient::close);
        fixture.awaitConnections(1);
        loggedIn("after").close();
    }

    private List<WireClient> open(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> WireClient.open(fixture.port()))
                .toList();
    }

    @Test
    void closesConnectionsAboveTheLimit() {
        List<WireClient> clients = IntStream.range(1, LIMITS.connections())
                .mapToObj(i -> WireClient.mqtt5(fixture.port(), "c" + i))
                .toList();
        try (WireClient oneMore = WireClient.open(fixture.port())) {
            oneMore.awaitClose();
        }
        clients.forEach(WireClient::ping);
        clients.forEach(WireClient::close);
        fixture.awaitConnections(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c0 00",
                "32 06 00 01 74 00 05 00",
                "82 0a 00 01 00 00 04 24 71 2f 61 01",
                "a2 09 00 01 00 00 04 24 71 2f 61"
            })
    void endsAFloodOfRequestsWhoseAnswersAreNotRead(String packet) {
        try (WireClient client = WireClient.openWithReceiveBuffer(4096, fixture.port())) {
            client.connect(
                    connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId("flood"));
            byte[] many = bytes(packet, 100_000);
            await("the flood is stopped").until(() -> isStopped(client, many));
        }
        fixture.awaitConnections(1);
        fixture.queues.awaitClients("/a", 0);
        assertThat(log.text()).contains("flood ended: does not read what it is answered");
    }

    private static boolean isStopped(WireClient client, byte[] bytes) {
        try {
            client.send(bytes);
            return false;
        } catch (UncheckedIOException e) {
            return true;
        }
    }

    @Test
    void answersAFloodOfRequestsWhoseAnswersAreRead() {
        try (WireClient client = WireClient.mqtt5(fixture.port(), "eager")) {
            for (int i = 0; i < 100; i++) {
                client.send(bytes("c0 00", 50));
                IntStream.range(0, 50).forEach(answer -> client.next(MqttMessageType.PINGRESP));
            }
        }
    }

    @Test
    void givesToOthersWhatWaitsForClientsThatDoNotRead() {
        startAgain(limits(LONG, SHORT), System::nanoTime);
        byte[] payload = new byte[50_000];
        IntStream.range(0, 1000)
                .forEach(i ->
                        fixture.queues.publish("orders", FakeQueues.message("t", payload, MessageProperties.NONE)));
        // The system's own buffers take some megabytes for each of them.
        List<WireClient> clients = IntStream.range(0, 3)
                .mapToObj(i -> WireClient.mqtt5(fixture.port(), "slow" + i))
                .toList();
        clients.forEach(client -> client.subscribe("$queue/orders"));
        // The bystander, and nobody else.
        fixture.awaitConnections(1);
        // One message fits into the system's buffers, so that this one does not look stalled whenever it stands still.
        MqttProperties oneByOne = new MqttProperties();
        oneByOne.add(new IntegerProperty(MqttProperties.RECEIVE_MAXIMUM, 1));
        try (WireClient reader = WireClient.connected(
                fixture.port(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                        .clientId("reader")
                        .properties(oneByOne))) {
            reader.subscribe("$queue/orders");
            for (int i = 0; i < 1000; i++) {
                reader.puback(reader.nextPublish(), 0);
            }
            fixture.queues.awaitLeft("orders", 0);
        }
        clients.forEach(WireClient::close);
    }

    @Test
    void keepsClientsThatReadButDoNotAcknowledge() {
        startAgain(limits(LONG, SHORT), System::nanoTime);
        try (WireClient client = WireClient.mqtt5(fixture.port(), "thinking")) {
            client.subscribe("$queue/orders");
            IntStream.range(0, 10)
                    .forEach(i -> fixture.queues.publish(
                            "orders", FakeQueues.message("t", new byte[5000], MessageProperties.NONE)));
            IntStream.range(0, 10).forEach(i -> client.nextPublish());
            // Two such times go by until the other one is ended.
            try (WireClient slow = WireClient.connected(
                    fixture.port(),
                    connect -> connect.protocolVersion(MqttVersion.MQTT_5)
                            .clientId("silent")
                            .keepAlive(3))) {
                assertThat(slow.nextDisconnect()).isEqualTo(0x8d);
            }

            client.ping();
            assertThat(fixture.queues.inflight("orders")).isEqualTo(10);
        }
    }

    @Test
    void survivesRandomBytes() {
        Random random = new Random(42);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(200)];
            random.nextBytes(noise);
            try (WireClient before = WireClient.open(fixture.port());
                    WireClient after = WireClient.mqtt5(fixture.port(), "noise")) {
                before.send(noise);
                after.send(noise);
            }
        }
        fixture.awaitConnections(1);
    }

    @Test
    void keepsQuietAboutManyClientsOfOneKind() {
        startAgain(LIMITS, () -> 0);
        for (int i = 0; i < 50; i++) {
            try (WireClient client = WireClient.open(fixture.port())) {
                client.sendHex(NoLogin.HTTP.hex);
                client.awaitClose();
            }
        }

        assertThat(log.text().lines().filter(line -> line.startsWith("WARN"))).hasSize(1);
        assertThat(fixture.count("violations")).isEqualTo(50);
    }

    @Test
    void showsNoControlCharactersInTheLog() {
        try (WireClient client = WireClient.connected(
                fixture.port(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId("c"))) {
            client.subscribe("t\nforged line");

            assertThat(log.text()).contains("t?forged line");
        }
    }

    private static byte[] bytes(String hex, int times) {
        return HexFormat.of().parseHex(hex.replace(" ", "").repeat(times));
    }
}
