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

/**
 * Free TCP ports on the loopback interface. They lie below those that the system gives to clients, so that no connection takes
 * one away before it is used, or while a test's server is down. For the same reason a port is not given twice (before all are
 * through), and test processes that run side by side have ranges of their own.
 */
public final class Ports {

    private static final int FIRST = 15_000;
    private static final int RANGE = 4_000;
    private static final int FORK = Integer.getInteger("surefire.forkNumber", 1);
    private static final int MOST_FORKS = 4;
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
        int first = FIRST + (FORK - 1) % MOST_FORKS * RANGE;
        while (true) {
            int port = first + Math.floorMod(NEXT.getAndIncrement(), RANGE);
            try {
                return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            } catch (BindException e) {
                // Taken: the next one may be free.
                continue;
            }
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
