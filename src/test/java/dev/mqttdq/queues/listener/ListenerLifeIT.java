package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.WireClient;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the listener listens, and what happens to connections when it does so elsewhere or no more. */
class ListenerLifeIT {

    private final int port = Ports.free();
    private final ListenerFixture fixture = ListenerFixture.with(ListenerFixture.open(port));

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void followsTheQueuesWhenItIsAutomatic() {
        fixture.change(settings -> ListenerFixture.at(settings, Switch.AUTO, port, null));
        fixture.switchQueues(false);
        fixture.listener().start();
        fixture.switchQueues(true);
        awaitListening(true);

        fixture.switchQueues(false);
        awaitListening(false);
        assertThat(fixture.listener().problem()).isEmpty();
    }

    @Test
    void doesNotListenWhenItIsOff() {
        fixture.start();
        fixture.change(settings -> ListenerFixture.at(settings, Switch.OFF, port, null));

        awaitListening(false);
        assertThat(fixture.listener().isRunning()).isTrue();
    }

    @Test
    void movesToAnotherPort() {
        fixture.start();
        int other = Ports.free();
        try (WireClient client = WireClient.mqtt5(port, "c")) {
            client.subscribe("$queue/orders");
            fixture.queues.awaitClients("orders", 1);

            fixture.change(settings -> ListenerFixture.at(settings, Switch.ON, other, null));

            assertThat(client.nextDisconnect()).isEqualTo(0x98);
            fixture.queues.awaitClients("orders", 0);
        }
        await().atMost(ListenerFixture.PATIENCE)
                .until(() -> fixture.listener().port().equals(OptionalInt.of(other)));
        WireClient.mqtt5(other, "c").close();
        assertThat(Ports.accepts(port)).isFalse();
    }

    @Test
    void keepsConnectionsWhenOnlyUsersAndRulesChange() {
        fixture.start();
        try (WireClient client = WireClient.mqtt5(port, "c")) {
            fixture.change(settings -> ListenerFixture.withRules(settings, ListenerFixture.allow("$queue/orders")));
            await().atMost(ListenerFixture.PATIENCE)
                    .until(() -> client.subscribe("$queue/others")
                            .payload()
                            .reasonCodes()
                            .equals(List.of(0x87)));
        }
    }

    @Test
    void triesAPortAgainThatAnotherHas() throws IOException {
        try (ServerSocket other = new ServerSocket(port)) {
            fixture.listener().start();
            await().atMost(ListenerFixture.PATIENCE)
                    .until(() -> fixture.listener().problem().isPresent());

            assertThat(fixture.listener().problem().orElseThrow()).contains("cannot listen on port " + port);
            assertThat(other.isBound()).isTrue();
        }
        awaitListening(true);
        await().atMost(ListenerFixture.PATIENCE)
                .until(() -> fixture.listener().problem().isEmpty());
    }

    @Test
    void tellsClientsThatItStops() {
        fixture.start();
        try (WireClient mqtt5 = WireClient.mqtt5(port, "a");
                WireClient mqtt3 = WireClient.mqtt3(port, "b");
                WireClient stranger = WireClient.open(port)) {
            mqtt5.subscribe("$queue/orders");
            fixture.stop();

            assertThat(mqtt5.nextDisconnect()).isEqualTo(0x8b);
            mqtt5.awaitClose();
            mqtt3.awaitClose();
            stranger.awaitClose();
            assertThat(fixture.queues.clients("orders")).isEmpty();
        }
        assertThat(Ports.accepts(port)).isFalse();
    }

    @Test
    void startsAgainAfterAStop() {
        fixture.start();
        fixture.stop();
        fixture.start();

        WireClient.mqtt5(port, "c").close();
    }

    private void awaitListening(boolean listening) {
        await(listening ? "it listens" : "it does not listen")
                .atMost(ListenerFixture.PATIENCE)
                .until(() -> Ports.accepts(port) == listening);
    }
}
