package dev.mqttdq.egress;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static io.netty.handler.codec.mqtt.MqttMessageType.PUBLISH;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.message.Qos;
import dev.mqttdq.session.SupervisedSession;
import dev.mqttdq.testkit.BridgeSettingsBuilder;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.RemoteSide;
import dev.mqttdq.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Remotes that one can connect to, and that take no message. */
@Execution(ExecutionMode.CONCURRENT)
class TakingNothingIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NOT_AUTHORIZED = 0x87;

    @TempDir
    Path directory;

    private final ScriptedPeer peer = ScriptedPeer.started();

    @AfterEach
    void stop() {
        peer.close();
    }

    @ParameterizedTest
    @CsvSource({"AT_LEAST_ONCE,1", "AT_LEAST_ONCE,3", "EXACTLY_ONCE,1", "EXACTLY_ONCE,3"})
    void refusalsAreNoProgress(Qos qos, int topics) {
        peer.on(PUBLISH, Reaction.reason(NOT_AUTHORIZED));
        try (RemoteSide bridge = start("refused", ProtocolVersion.V5)) {
            for (int i = 0; i < topics; i++) {
                bridge.append("t" + i, "0 ", qos);
            }
            awaitRefused(bridge, topics);
            long progress = bridge.connector().lastProgressNanos();
            bridge.append("t0", "1 ", qos);
            awaitRefused(bridge, 3L * topics);
            assertThat(bridge.connector().lastProgressNanos()).isEqualTo(progress);

            peer.on(PUBLISH, Reaction.ANSWER);
            bridge.awaitDrained();
            assertThat(bridge.connector().lastProgressNanos()).isGreaterThan(progress);
        }
    }

    private static void awaitRefused(RemoteSide bridge, long times) {
        await().atMost(PATIENCE).until(() -> bridge.retried("reason_code") >= times);
    }

    @ParameterizedTest
    @EnumSource
    void theBackOffGrowsWhereARemoteClosesAfterEachMessageOfQos0(ProtocolVersion version) {
        String name = "closing-" + version;
        List<Long> waits = new CopyOnWriteArrayList<>();
        Pattern wait = Pattern.compile(name + "-connector-0: .* next attempt in (\\d+) ms");
        AppenderBase<ILoggingEvent> listening = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                Matcher line = wait.matcher(event.getFormattedMessage());
                if (line.matches()) {
                    waits.add(Long.valueOf(line.group(1)));
                }
            }
        };
        Logger log = (Logger) LoggerFactory.getLogger(SupervisedSession.class);
        listening.start();
        log.addAppender(listening);
        peer.on(PUBLISH, Reaction.HANG_UP);
        try (RemoteSide bridge = start(name, version)) {
            for (int connection = 1; connection <= 3; connection++) {
                peer.awaitReceived(CONNECT, connection);
                bridge.append("t", "0 ", Qos.AT_MOST_ONCE);
            }
            await().atMost(PATIENCE).until(() -> waits.size() >= 3);
        } finally {
            log.detachAppender(listening);
        }

        // Each is shortened by up to a quarter at random.
        assertThat(waits.get(1)).isGreaterThan(1_000);
        assertThat(waits.get(2)).isGreaterThan(2_000);
    }

    private RemoteSide start(String name, ProtocolVersion version) {
        return RemoteSide.started(BridgeSettingsBuilder.to(peer.port())
                .name(name)
                .version(version)
                .build(directory));
    }
}
