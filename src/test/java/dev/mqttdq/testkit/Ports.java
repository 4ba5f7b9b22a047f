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

/** Free TCP ports on the loopback interface. */
public final class Ports {

    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;

    private Ports() {}

    /** A port that nobody listens on now. Somebody may before you do: rare, and the test then fails to start. */
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

    /** Below the ports that the system gives to clients, so that no connection takes one away before it is used. */
    private static ServerSocket open() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
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
