package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A link between a client and a broker that can be broken in every way a network breaks. All controls act at once, on
 * open and on later connections, and may be called from any thread.
 */
public final class TcpProxy implements AutoCloseable {

    /** Which way bytes flow. */
    public enum Direction {
        TO_BROKER,
        TO_CLIENT
    }

    private final InetSocketAddress target;
    private final int port;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Direction> paused = EnumSet.noneOf(Direction.class);
    private boolean discarding;
    private long swallowed;
    private Duration delay = Duration.ZERO;
    private @Nullable Budget budget;
    private @Nullable ServerSocket server;
    private @Nullable Thread acceptor;

    private TcpProxy(int port, InetSocketAddress target) {
        this.port = port;
        this.target = target;
        accept();
    }

    /** A link to this broker, open. */
    public static TcpProxy to(TestBroker broker) {
        return listening(Ports.free(), broker);
    }

    /** The same on a port of the caller's choice. */
    public static TcpProxy listening(int port, TestBroker broker) {
        return new TcpProxy(port, new InetSocketAddress(broker.host(), broker.port()));
    }

    /** A link to this port of this machine, open. */
    public static TcpProxy to(int port) {
        return new TcpProxy(Ports.free(), new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Where clients connect to. */
    public int port() {
        return port;
    }

    /** {@code host:port}, as the service's settings take it. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    /** {@code tcp://host:port}, as Paho takes it. */
    public String uri() {
        return "tcp://" + address();
    }

    /** How many connections were accepted so far. */
    public int connections() {
        return accepted.get();
    }

    /** How many connections are open now. */
    public int open() {
        return links.size();
    }

    /** Resets (RST) all open connections; new ones are welcome. */
    public void cut() {
        Set.copyOf(links).forEach(Link::reset);
    }

    /** Ends all open connections in an orderly way (FIN); new ones are welcome. */
    public void hangUp() {
        Set.copyOf(links).forEach(Link::close);
    }

    /** Resets all open connections and refuses new ones until {@link #accept}. */
    public void refuse() {
        locked(this::stopAccepting);
        cut();
    }

    /** Ends a {@link #refuse}. */
    public void accept() {
        locked(() -> {
            if (server != null) {
                return;
            }
            try {
                ServerSocket opened = new ServerSocket();
                opened.setReuseAddress(true);
                opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                server = opened;
                acceptor = start("accept", () -> acceptLoop(opened));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Swallows all bytes of both directions, and new connections are accepted but lead nowhere. Nobody is told. */
    public void blackHole() {
        locked(() -> discarding = true);
    }

    /** How many bytes black holes have swallowed so far. */
    public long swallowed() {
        lock.lock();
        try {
            return swallowed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a {@link #blackHole}: connections that lost bytes are reset, new ones work. */
    public void heal() {
        locked(() -> discarding = false);
        Set.copyOf(links).stream().filter(link -> link.spoiled).forEach(Link::reset);
    }

    /** Holds the bytes of one direction back until {@link #resume}; then they arrive, none missing. */
    public void pause(Direction direction) {
        locked(() -> paused.add(direction));
    }

    /** Ends all {@link #pause}s. */
    public void resume() {
        locked(paused::clear);
    }

    /** Each piece of data is held for so long, in both directions; {@link Duration#ZERO} ends it. */
    public void delay(Duration duration) {
        locked(() -> delay = duration);
    }

    /** Once: lets so many more bytes through in this direction, then resets all connections. */
    public void cutAfter(Direction direction, long bytes) {
        locked(() -> budget = new Budget(direction, bytes));
    }

    @Override
    public void close() {
        resume();
        refuse();
    }

    private void acceptLoop(ServerSocket accepting) {
        try {
            while (true) {
                Link link = new Link(accepting.accept());
                links.add(link);
                accepted.incrementAndGet();
                start("connect", link::connect);
            }
        } catch (IOException e) {
            // Closed by refuse(); any other cause refuses connections as well, and the test sees that.
        }
    }

    /**
     * Waits until these bytes may pass.
     *
     * @return how many of them; less than all: the connections are to be reset after them; -1: they are swallowed
     */
    private int admit(Link link, Direction direction, int bytes) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = delay.toNanos();
            while (left > 0) {
                left = changed.awaitNanos(left);
            }
            while (paused.contains(direction)) {
                changed.await();
            }
            if (discarding || link.spoiled) {
                link.spoiled = true;
                swallowed += bytes;
                return -1;
            }
            if (budget == null || budget.direction != direction) {
                return bytes;
            }
            if (budget.bytes >= bytes) {
                budget = new Budget(direction, budget.bytes - bytes);
                return bytes;
            }
            int last = (int) budget.bytes;
            budget = null;
            return last;
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void stopAccepting() {
        if (server == null || acceptor == null) {
            return;
        }
        try {
            server.close();
            // A thread that is still inside accept() keeps the port open.
            acceptor.join();
            server = null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread start(String role, Runnable body) {
        Thread thread = new Thread(body, "proxy-" + port + "-" + role);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private record Budget(Direction direction, long bytes) {}

    /** One connection of a client and the one behind it. */
    private final class Link {

        private final Socket client;
        private final Socket broker = new Socket();
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile boolean spoiled;

        private Link(Socket client) {
            this.client = client;
        }

        private void connect() {
            try {
                client.setTcpNoDelay(true);
                broker.setTcpNoDelay(true);
                broker.connect(target, 5000);
                start("up", () -> pump(Direction.TO_BROKER, client, broker));
                start("down", () -> pump(Direction.TO_CLIENT, broker, client));
            } catch (IOException e) {
                // The broker is down: the client learns it as a reset.
                reset();
            }
        }

        private void pump(Direction direction, Socket from, Socket to) {
            byte[] buffer = new byte[16 * 1024];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    int admitted = admit(this, direction, read);
                    if (admitted < 0) {
                        continue;
                    }
                    out.write(buffer, 0, admitted);
                    if (admitted < read) {
                        cut();
                    }
                }
                close();
            } catch (IOException e) {
                // One side was reset: so is the other.
                reset();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void reset() {
            end(true);
        }

        private void close() {
            end(false);
        }

        private static void resetOnClose(Socket socket) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException e) {
                // Its connect failed: there is nothing to reset.
                return;
            }
        }

        /** The first to end it says how. */
        private void end(boolean reset) {
            if (!ended.compareAndSet(false, true)) {
                return;
            }
            links.remove(this);
            try (client;
                    broker) {
                if (reset) {
                    resetOnClose(client);
                    resetOnClose(broker);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
