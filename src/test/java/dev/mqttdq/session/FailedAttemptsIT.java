package dev.mqttdq.session;

import static io.netty.handler.codec.mqtt.MqttMessageType.CONNECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Reaction;
import dev.mqttdq.testkit.ScriptedPeer;
import dev.mqttdq.testkit.Threads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attempts without end, with next to no wait between them, leave nothing behind. */
@Execution(ExecutionMode.CONCURRENT)
class FailedAttemptsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 200;
    // Four threads of the present attempt, and some of the one before that are about to end.
    private static final int FEW = 12;

    private final EventLoop loop = new EventLoop("attempts", System::nanoTime);
    private final EventLoop keepAlive = new EventLoop("attempts-keepalive", System::nanoTime);
    private final Counting counting = new Counting();

    @AfterEach
    void stop() {
        loop.close();
        keepAlive.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void refusedConnectionsLeaveNothing(ProtocolVersion version) throws InterruptedException {
        SupervisedSession session = session("refused-" + version, version, Ports.free());
        run(session::start);
        await().atMost(PATIENCE).until(() -> counting.failures.get() >= ATTEMPTS);

        await().atMost(PATIENCE).until(() -> Threads.of("refused-" + version).size() < FEW);
        run(session::stop);
        await().atMost(PATIENCE).until(() -> Threads.of("refused-" + version).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void connectionsEndedAfterConnackLeaveNothing(ProtocolVersion version) throws InterruptedException {
        try (ScriptedPeer peer = ScriptedPeer.started()) {
            peer.on(CONNECT, Reaction.ANSWER_THEN_HANG_UP);
            SupervisedSession session = session("ended-" + version, version, peer.port());
            run(session::start);
            await().atMost(PATIENCE).until(() -> counting.failures.get() >= 20);

            await().atMost(PATIENCE).until(() -> Threads.of("ended-" + version).size() < FEW);
            await().atMost(PATIENCE).until(() -> peer.open() <= 2);
            peer.on(CONNECT, Reaction.ANSWER);
            await().atMost(PATIENCE).until(() -> counting.connected);
            run(session::stop);
            await().atMost(PATIENCE).until(() -> Threads.of("ended-" + version).isEmpty());
            await().atMost(PATIENCE).until(() -> peer.open() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void connectionsEndedBeforeConnectLeaveNothing(ProtocolVersion version) throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread closing = new Thread(() -> closeAll(server), "closing");
            closing.start();
            SupervisedSession session = session("closed-" + version, version, server.getLocalPort());
            run(session::start);
            await().atMost(PATIENCE).until(() -> counting.failures.get() >= 20);
            run(session::stop);

            await().atMost(PATIENCE).until(() -> Threads.of("closed-" + version).isEmpty());
        }
    }

    private static void closeAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void refusalsWithAReasonLeaveNothing(ProtocolVersion version) throws InterruptedException {
        try (ScriptedPeer peer = ScriptedPeer.started()) {
            peer.on(CONNECT, Reaction.reason(version == ProtocolVersion.V5 ? 0x87 : 5));
            SupervisedSession session = session("denied-" + version, version, peer.port());
            run(session::start);
            await().atMost(PATIENCE).until(() -> counting.failures.get() >= 20);

            assertThat(counting.lastReason).contains("not authorized");
            await().atMost(PATIENCE).until(() -> Threads.of("denied-" + version).size() < FEW);
            run(session::stop);
            await().atMost(PATIENCE).until(() -> Threads.of("denied-" + version).isEmpty());
            await().atMost(PATIENCE).until(() -> peer.open() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void silentBrokersAreLeftAtOnce(ProtocolVersion version) throws InterruptedException {
        try (ScriptedPeer peer = ScriptedPeer.started()) {
            peer.on(CONNECT, Reaction.SILENCE);
            SupervisedSession session = session("silent-" + version, version, peer.port());
            for (int i = 1; i <= 20; i++) {
                run(session::start);
                peer.awaitReceived(CONNECT, i);
                run(session::stop);
            }
            await().atMost(PATIENCE).until(() -> Threads.of("silent-" + version).isEmpty());
            await().atMost(PATIENCE).until(() -> peer.open() == 0);
        }
    }

    /** A host that drops what it is sent: its queue of connections is full, and the kernel ignores further ones. */
    @ParameterizedTest
    @EnumSource(names = {"V4", "V5"})
    void blackHolesAreLeftAtOnce(ProtocolVersion version) throws IOException, InterruptedException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> filling = fill(full);
            SupervisedSession session = session("hole-" + version, version, full.getLocalPort());
            for (int i = 0; i < 20; i++) {
                run(session::start);
                await().atMost(PATIENCE).until(() -> connecting(full.getLocalPort()) > 0);
                run(session::stop);
                await().atMost(PATIENCE).until(() -> connecting(full.getLocalPort()) == 0);
            }
            await().atMost(PATIENCE).until(() -> Threads.of("hole-" + version).isEmpty());
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    private static List<Socket> fill(ServerSocket server) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        // The kernel takes one more than the backlog says.
        for (int i = 0; i < 2; i++) {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 5000);
            sockets.add(socket);
        }
        return sockets;
    }

    /** How many connections to this port wait for an answer, as Linux tells. */
    private static long connecting(int port) throws IOException {
        String remote = String.format(Locale.ROOT, ":%04X 02 ", port);
        long count = 0;
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try (var lines = Files.lines(Path.of(table))) {
                count += lines.filter(line -> line.contains(remote)).count();
            }
        }
        return count;
    }

    private SupervisedSession session(String clientId, ProtocolVersion version, int port) {
        SessionSettings settings = new SessionSettings(
                new ServerAddress("127.0.0.1", port),
                SslSettings.OFF,
                version,
                clientId,
                "",
                Secret.NONE,
                Duration.ofSeconds(60),
                true,
                Duration.ZERO,
                0,
                false);
        return new SupervisedSession(
                clientId,
                loop,
                keepAlive,
                () -> settings,
                new HandOver(Long.MAX_VALUE),
                new BackOff(Duration.ofMillis(1), Duration.ofMillis(1), new Random(1)),
                counting);
    }

    private void run(Runnable task) throws InterruptedException {
        assertThat(loop.executeAndWait(task, PATIENCE)).isTrue();
    }

    private static final class Counting implements SessionListener {

        private final AtomicInteger failures = new AtomicInteger();
        private volatile boolean connected;
        private volatile String lastReason = "";

        @Override
        public void connected(MqttConnection connection, Connack connack) {
            connected = true;
        }

        @Override
        public void disconnected(RemoteException reason, boolean wasConnected) {
            connected = false;
            lastReason = String.valueOf(reason.getMessage());
            failures.incrementAndGet();
        }
    }
}
