package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.Secret;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.WireClient;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders.ConnectBuilder;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.StringProperty;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttSubscriptionOption;
import io.netty.handler.codec.mqtt.MqttVersion;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, what CONNACK says, and who has to go. */
class LoginIT {

    private final ListenerFixture fixture = closedToStrangers();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static ListenerFixture closedToStrangers() {
        Listener open = ListenerFixture.open(Ports.free());
        ListenerFixture fixture = ListenerFixture.with(ListenerFixture.withUsers(open, false, open.users()));
        fixture.start();
        return fixture;
    }

    private void admitAnonymous() {
        fixture.change(settings -> ListenerFixture.withUsers(settings, true, settings.users()));
    }

    @ParameterizedTest
    @CsvSource({"worker, secret", "other, secret"})
    void letsUsersInWithTheirPassword(String username, String password) {
        try (WireClient mqtt5 = WireClient.open(fixture.port());
                WireClient mqtt3 = WireClient.open(fixture.port())) {
            assertThat(mqtt5.connectCode(login(MqttVersion.MQTT_5, username, password)))
                    .isZero();
            assertThat(mqtt3.connectCode(login(MqttVersion.MQTT_3_1_1, username, password)))
                    .isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"worker, wrong", "nobody, secret", "worker, ''", "'', secret"})
    void refusesEverybodyElse(String username, String password) {
        try (WireClient mqtt5 = WireClient.open(fixture.port());
                WireClient mqtt3 = WireClient.open(fixture.port())) {
            assertThat(mqtt5.connectCode(login(MqttVersion.MQTT_5, username, password)))
                    .isEqualTo(0x86);
            mqtt5.awaitClose();
            assertThat(mqtt3.connectCode(login(MqttVersion.MQTT_3_1_1, username, password)))
                    .isEqualTo(4);
            mqtt3.awaitClose();
            assertThat(fixture.count("refused_logins")).isEqualTo(2);
        }
    }

    @Test
    void refusesAnonymousClientsUnlessTheyAreWanted() {
        try (WireClient mqtt5 = WireClient.open(fixture.port());
                WireClient mqtt3 = WireClient.open(fixture.port())) {
            assertThat(mqtt5.connectCode(mqtt5("c"))).isEqualTo(0x87);
            assertThat(mqtt3.connectCode(connect ->
                            connect.protocolVersion(MqttVersion.MQTT_3_1_1).clientId("c")))
                    .isEqualTo(5);
        }
    }

    @Test
    void refusesAWrongPasswordAlsoWhereAnonymousClientsAreWanted() {
        admitAnonymous();
        try (WireClient client = WireClient.open(fixture.port())) {
            assertThat(client.connectCode(login(MqttVersion.MQTT_5, "worker", "wrong")))
                    .isEqualTo(0x86);
        }
    }

    @Test
    void checksNoMorePasswordsAfterManyFailures() {
        for (int i = 0; i < Limits.DEFAULT.failedLogins(); i++) {
            try (WireClient client = WireClient.open(fixture.port())) {
                client.connectCode(login(MqttVersion.MQTT_5, "worker", "wrong"));
            }
        }
        try (WireClient guessing = WireClient.open(fixture.port());
                WireClient other = WireClient.open(fixture.port())) {
            assertThat(guessing.connectCode(login(MqttVersion.MQTT_5, "worker", "secret")))
                    .isEqualTo(0x9f);
            assertThat(other.connectCode(login(MqttVersion.MQTT_5, "other", "secret")))
                    .isZero();
        }
    }

    @Test
    void remembersNoLongNamesOfNobody() {
        String nobody = "n".repeat(10_000);
        for (int i = 0; i <= Limits.DEFAULT.failedLogins(); i++) {
            try (WireClient client = WireClient.open(fixture.port())) {
                assertThat(client.connectCode(login(MqttVersion.MQTT_5, nobody, "wrong")))
                        .isEqualTo(0x86);
            }
        }
    }

    @Test
    void saysWhatItCannotDo() {
        admitAnonymous();
        try (WireClient client = WireClient.open(fixture.port())) {
            MqttConnAckMessage connack = client.connect(mqtt5("c"));

            assertThat(connack.variableHeader().isSessionPresent()).isFalse();
            MqttProperties properties = connack.variableHeader().properties();
            assertThat(number(properties, MqttProperties.SESSION_EXPIRY_INTERVAL))
                    .isEqualTo(0);
            assertThat(number(properties, MqttProperties.RETAIN_AVAILABLE)).isEqualTo(0);
            assertThat(number(properties, MqttProperties.SHARED_SUBSCRIPTION_AVAILABLE))
                    .isEqualTo(0);
            assertThat(number(properties, MqttProperties.MAXIMUM_PACKET_SIZE)).isEqualTo(Limits.DEFAULT.packetBytes());
            assertThat(properties.getProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER))
                    .isNull();
            assertThat(properties.getProperty(MqttProperties.SERVER_KEEP_ALIVE)).isNull();
        }
    }

    @Test
    void givesAnIdToAClientWithoutOne() {
        admitAnonymous();
        try (WireClient client = WireClient.open(fixture.port());
                WireClient older = WireClient.open(fixture.port())) {
            MqttConnAckMessage connack = client.connect(mqtt5(""));
            StringProperty assigned = (StringProperty)
                    connack.variableHeader().properties().getProperty(MqttProperties.ASSIGNED_CLIENT_IDENTIFIER);
            client.subscribe("$queue/orders");
            fixture.queues.awaitClients("orders", 1);

            assertThat(fixture.queues.clients("orders")).containsExactly(assigned.value());
            assertThat(older.connectCode(connect ->
                            connect.protocolVersion(MqttVersion.MQTT_3_1_1).clientId("")))
                    .isZero();
        }
    }

    @Test
    void refusesASessionForAClientWithoutAnId() {
        admitAnonymous();
        try (WireClient client = WireClient.open(fixture.port())) {
            assertThat(client.connectCode(connect -> connect.protocolVersion(MqttVersion.MQTT_3_1_1)
                            .cleanSession(false)
                            .clientId("")))
                    .isEqualTo(2);
        }
    }

    @Test
    void speaksMqtt31() {
        admitAnonymous();
        try (WireClient client = WireClient.connected(
                fixture.port(),
                connect -> connect.protocolVersion(MqttVersion.MQTT_3_1).clientId("c"))) {
            client.subscribe("$queue/orders");
            fixture.queues.publish("orders", "t", "1");

            assertThat(WireClient.text(client.nextPublish())).isEqualTo("1");
        }
    }

    @Test
    void namesALongestKeepAlive() {
        admitAnonymous();
        int longest = (int) Limits.DEFAULT.keepAlive().toSeconds();
        try (WireClient none = WireClient.open(fixture.port());
                WireClient longer = WireClient.open(fixture.port())) {
            assertThat(number(
                            none.connect(connect -> mqtt5("a").apply(connect.keepAlive(0)))
                                    .variableHeader()
                                    .properties(),
                            MqttProperties.SERVER_KEEP_ALIVE))
                    .isEqualTo(longest);
            assertThat(number(
                            longer.connect(connect -> mqtt5("b").apply(connect.keepAlive(longest + 1)))
                                    .variableHeader()
                                    .properties(),
                            MqttProperties.SERVER_KEEP_ALIVE))
                    .isEqualTo(longest);
        }
    }

    @Test
    void endsAConnectionThatIsSilentForTooLong() {
        admitAnonymous();
        try (WireClient client =
                WireClient.connected(fixture.port(), connect -> mqtt5("c").apply(connect.keepAlive(5)))) {
            client.subscribe("$queue/orders");
            fixture.queues.awaitClients("orders", 1);

            assertThat(client.nextDisconnect()).isEqualTo(0x8d);
            fixture.queues.awaitClients("orders", 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bad\u0007id", "line\nbreak"})
    void refusesClientIdsWithControlCharacters(String clientId) {
        admitAnonymous();
        try (WireClient client = WireClient.open(fixture.port())) {
            assertThat(client.connectCode(mqtt5(clientId))).isEqualTo(0x85);
        }
    }

    @Test
    void refusesEnhancedAuthentication() {
        admitAnonymous();
        MqttProperties properties = new MqttProperties();
        properties.add(new StringProperty(MqttProperties.AUTHENTICATION_METHOD, "SCRAM"));
        try (WireClient client = WireClient.open(fixture.port())) {
            assertThat(client.connectCode(connect -> mqtt5("c").apply(connect.properties(properties))))
                    .isEqualTo(0x8c);
        }
    }

    @Test
    void acceptsAndForgetsAWillButNotARetainedOne() {
        admitAnonymous();
        try (WireClient plain = WireClient.open(fixture.port());
                WireClient retained = WireClient.open(fixture.port())) {
            assertThat(plain.connectCode(connect -> mqtt5("a").apply(will(connect, false))))
                    .isZero();
            assertThat(retained.connectCode(connect -> mqtt5("b").apply(will(connect, true))))
                    .isEqualTo(0x9a);
        }
    }

    private static ConnectBuilder will(ConnectBuilder connect, boolean retain) {
        return connect.willFlag(true)
                .willQoS(MqttQoS.AT_LEAST_ONCE)
                .willTopic("t")
                .willRetain(retain)
                .willMessage("gone".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void letsANewConnectionTakeOverTheOldOneOfTheSameClient() {
        admitAnonymous();
        try (WireClient old = WireClient.mqtt5(fixture.port(), "c")) {
            old.subscribe("$queue/orders");
            fixture.queues.publish("orders", "t", "1");
            old.nextPublish();
            try (WireClient next = WireClient.mqtt5(fixture.port(), "c")) {
                assertThat(old.nextDisconnect()).isEqualTo(0x8e);
                old.awaitClose();
                next.subscribe("$queue/orders");

                assertThat(WireClient.text(next.nextPublish())).isEqualTo("1");
            }
        }
    }

    @Test
    void letsNobodyTakeOverTheConnectionOfAnotherUser() {
        try (WireClient worker = WireClient.connected(fixture.port(), login(MqttVersion.MQTT_5, "worker", "secret"));
                WireClient other = WireClient.connected(fixture.port(), login(MqttVersion.MQTT_5, "other", "secret"))) {
            other.ping();
            worker.ping();
        }
    }

    @Test
    void takesPacketsThatComeBeforeConnackWasSent() {
        try (WireClient client = WireClient.open(fixture.port())) {
            client.sendConnect(login(MqttVersion.MQTT_5, "other", "secret"));
            client.sendSubscribe(
                    MqttProperties.NO_PROPERTIES,
                    MqttSubscriptionOption.onlyFromQos(MqttQoS.AT_LEAST_ONCE),
                    "$queue/orders");

            client.next(MqttMessageType.CONNACK);
            client.next(MqttMessageType.SUBACK);
        }
    }

    @Test
    void endsConnectionsOfUsersWhosePasswordChanged() {
        try (WireClient worker = WireClient.connected(fixture.port(), login(MqttVersion.MQTT_5, "worker", "secret"));
                WireClient other = WireClient.connected(fixture.port(), login(MqttVersion.MQTT_5, "other", "secret"))) {
            fixture.change(settings -> {
                Map<String, Secret> users = new HashMap<>(settings.users());
                users.put("worker", new Secret("{noop}new"));
                return ListenerFixture.withUsers(settings, false, users);
            });

            assertThat(worker.nextDisconnect()).isEqualTo(0x87);
            other.ping();
            try (WireClient again = WireClient.open(fixture.port())) {
                assertThat(again.connectCode(login(MqttVersion.MQTT_5, "worker", "new")))
                        .isZero();
            }
        }
    }

    @Test
    void endsAnonymousConnectionsOnceTheyAreNotWanted() {
        admitAnonymous();
        try (WireClient mqtt5 = WireClient.mqtt5(fixture.port(), "a");
                WireClient mqtt3 = WireClient.mqtt3(fixture.port(), "b")) {
            fixture.change(settings -> ListenerFixture.withUsers(settings, false, settings.users()));

            assertThat(mqtt5.nextDisconnect()).isEqualTo(0x87);
            mqtt3.awaitClose();
        }
    }

    @Test
    void endsConnectionsWithSubscriptionsThatAreNotAllowedAnyMore() {
        admitAnonymous();
        try (WireClient orders = WireClient.mqtt5(fixture.port(), "a");
                WireClient others = WireClient.mqtt5(fixture.port(), "b")) {
            orders.subscribe("$queue/orders");
            others.subscribe("$queue/others");
            fixture.queues.awaitClients("orders", 1);

            fixture.change(settings -> ListenerFixture.withRules(settings, ListenerFixture.allow("$queue/others")));

            assertThat(orders.nextDisconnect()).isEqualTo(0x87);
            await().atMost(ListenerFixture.PATIENCE)
                    .until(() -> fixture.queues.clients("orders").isEmpty());
            others.ping();
        }
    }

    private static UnaryOperator<ConnectBuilder> mqtt5(String clientId) {
        return connect -> connect.protocolVersion(MqttVersion.MQTT_5).clientId(clientId);
    }

    private static UnaryOperator<ConnectBuilder> login(MqttVersion version, String username, String password) {
        return connect -> connect.protocolVersion(version)
                .clientId("c")
                .username(username)
                .password(password.getBytes(StandardCharsets.UTF_8));
    }

    private static Object number(MqttProperties properties, int property) {
        return ((IntegerProperty) properties.getProperty(property)).value();
    }
}
