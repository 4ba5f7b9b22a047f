package dev.mqttdq.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that sends back what it gets. */
class TcpProxyIT {

    private static final int PATIENCE_MILLIS = 30_000;
    /** For what must not come. */
    private static final int MOMENT_MILLIS = 300;

    private ServerSocket echo;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::serve, "echo");
        server.setDaemon(true);
        server.start();
        proxy = TcpProxy.to(echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void carriesBothWaysAndCounts() throws IOException {
        try (Socket first = connect();
                Socket second = connect()) {
            assertThat(echo(first, "one")).isEqualTo("one");
            assertThat(echo(second, "two")).isEqualTo("two");
            assertThat(proxy.connections()).isEqualTo(2);
            assertThat(proxy.open()).isEqualTo(2);
        }
        await().until(() -> proxy.open() == 0);
    }

    @Test
    void cutResetsAndHangUpEnds() throws IOException {
        try (Socket socket = connect()) {
            echo(socket, "x");
            proxy.cut();
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        try (Socket socket = connect()) {
            echo(socket, "x");
            proxy.hangUp();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void refusesUntilItAccepts() throws IOException {
        proxy.refuse();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        proxy.accept();
        try (Socket socket = connect()) {
            assertThat(echo(socket, "back")).isEqualTo("back");
        }
    }

    @Test
    void aBlackHoleAnswersNothingAndHealingCutsWhatLostBytes() throws IOException {
        try (Socket old = connect()) {
            echo(old, "x");
            proxy.blackHole();
            try (Socket fresh = connect()) {
                assertNoEcho(old, "lost");
                assertNoEcho(fresh, "lost");
                await().until(() -> proxy.swallowed() == 8);
                proxy.heal();
                assertThatThrownBy(() -> old.getInputStream().read()).isInstanceOf(SocketException.class);
            }
        }
        try (Socket socket = connect()) {
            assertThat(echo(socket, "healed")).isEqualTo("healed");
        }
    }

    @Test
    void aPauseHoldsBytesBackWithoutLosingAny() throws IOException {
        try (Socket socket = connect()) {
            proxy.pause(TcpProxy.Direction.TO_CLIENT);
            assertNoEcho(socket, "kept");
            proxy.resume();
            assertThat(read(socket, 4)).isEqualTo("kept");
        }
    }

    @Test
    void cutsAfterSoManyBytes() throws IOException {
        try (Socket socket = connect()) {
            proxy.cutAfter(TcpProxy.Direction.TO_CLIENT, 5);
            assertThat(echo(socket, "123")).isEqualTo("123");
            socket.getOutputStream().write("456".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> socket.getInputStream().readNBytes(3)).isInstanceOf(SocketException.class);
        }
        try (Socket socket = connect()) {
            assertThat(echo(socket, "once only")).isEqualTo("once only");
        }
    }

    @Test
    void delays() throws IOException {
        proxy.delay(Duration.ofMillis(100));
        try (Socket socket = connect()) {
            long start = System.nanoTime();
            assertThat(echo(socket, "late")).isEqualTo("late");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private static void assertNoEcho(Socket socket, String text) throws IOException {
        socket.setSoTimeout(MOMENT_MILLIS);
        assertThatThrownBy(() -> echo(socket, text)).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    private static String echo(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return read(socket, text.length());
    }

    private static String read(Socket socket, int length) throws IOException {
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket socket = echo.accept();
                Thread thread = new Thread(() -> copy(socket), "echo-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private static void copy(Socket socket) {
        try (socket;
                InputStream in = socket.getInputStream()) {
            in.transferTo(socket.getOutputStream());
        } catch (IOException e) {
            // The proxy reset it.
            return;
        }
    }
}
