package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Free TCP ports on the loopback interface. They lie below those that the system gives to clients, so that no connection takes
 * one away before it is used, or while a test's server is down. For the same reason a port is not given twice (before all are
 * through), and each process has a range for itself: it belongs to who holds the range's own port.
 */
public final class Ports {

    private static final int FIRST_RANGE = 15_000;
    private static final int RANGE = 1_000;
    private static final int RANGES = 16;
    private static final int FIRST_HELD = FIRST_RANGE - RANGES;

    /** Held as long as the process lives. */
    private static final ServerSocket HELD = hold();

    private static final int FIRST = FIRST_RANGE + (HELD.getLocalPort() - FIRST_HELD) * RANGE;
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(RANGE));

    private Ports() {}

    /** A port that nobody listens on now. */
    public static int free() {
        return free(1).get(0);
    }

    /** Several free ports, all different. */
    public static List<Integer> free(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(open());
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sockets.forEach(Ports::close);
        }
    }

    private static ServerSocket open() throws IOException {
        while (true) {
            ServerSocket socket = listen(FIRST + Math.floorMod(NEXT.getAndIncrement(), RANGE));
            if (socket != null) {
                return socket;
            }
        }
    }

    private static ServerSocket hold() {
        try {
            for (int port = FIRST_HELD; port < FIRST_RANGE; port++) {
                ServerSocket socket = listen(port);
                if (socket != null) {
                    return socket;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("more than " + RANGES + " processes run tests on this machine");
    }

    /** Null where somebody listens there already. */
    private static @Nullable ServerSocket listen(int port) throws IOException {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException e) {
            return null;
        }
    }

    /** Whether somebody accepts connections on this port. */
    public static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
