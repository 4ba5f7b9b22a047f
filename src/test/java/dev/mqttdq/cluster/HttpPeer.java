package dev.mqttdq.cluster;

import dev.mqttdq.config.ServerAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Something at the address of a peer that answers HTTP as it is told, or not at all. */
final class HttpPeer implements AutoCloseable {

    /** What it does with a request that it has read. */
    interface Reaction {

        void answer(OutputStream out) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final Reaction reaction;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    private final AtomicInteger abandoned = new AtomicInteger();

    private HttpPeer(Reaction reaction) {
        this.reaction = reaction;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept).start();
    }

    static HttpPeer that(Reaction reaction) {
        return new HttpPeer(reaction);
    }

    /** Answers each request with this JSON. */
    static HttpPeer answering(String json) {
        return answering("200 OK", "application/json", json);
    }

    static HttpPeer answering(byte[] json) {
        return answering(new String(json, StandardCharsets.UTF_8));
    }

    static HttpPeer answering(String status, String contentType, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new HttpPeer(out -> {
            write(out, head(status, contentType) + "Content-Length: " + bytes.length + "\r\n\r\n");
            out.write(bytes);
        });
    }

    /** Reads requests and says nothing. */
    static HttpPeer silent() {
        return new HttpPeer(out -> new CountDownLatch(1).await());
    }

    /** Begins a good answer and goes on byte by byte for ever. */
    static HttpPeer trickling() {
        return new HttpPeer(out -> {
            ScheduledThreadPoolExecutor ticks = new ScheduledThreadPoolExecutor(1, HttpPeer::daemon);
            write(out, head("200 OK", "application/json") + "Content-Length: 1000000\r\n\r\n");
            CountDownLatch gone = new CountDownLatch(1);
            var unused = ticks.scheduleAtFixedRate(
                    () -> {
                        try {
                            write(out, " ");
                        } catch (IOException e) {
                            gone.countDown();
                        }
                    },
                    0,
                    50,
                    TimeUnit.MILLISECONDS);
            gone.await();
            ticks.shutdownNow();
            throw new IOException("the other side is gone");
        });
    }

    /** Answers with this head and an unlimited body. */
    static HttpPeer endless(String status) {
        byte[] blanks = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        return new HttpPeer(out -> {
            write(out, head(status, "application/json") + "Connection: close\r\n\r\n");
            while (true) {
                out.write(blanks);
            }
        });
    }

    static String head(String status, String contentType) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: " + contentType + "\r\n";
    }

    static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    ServerAddress address() {
        return new ServerAddress("127.0.0.1", server.getLocalPort());
    }

    /** The heads of all requests. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** How many connections the other side left in the middle of an answer. */
    int abandoned() {
        return abandoned.get();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                daemon(() -> serve(socket)).start();
            } catch (IOException e) {
                // Closed by the test.
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            while (true) {
                StringBuilder head = new StringBuilder();
                for (String line = in.readLine(); !"".equals(line); line = in.readLine()) {
                    if (line == null) {
                        return;
                    }
                    head.append(line).append('\n');
                }
                requests.add(head.toString());
                answer(socket);
            }
        } catch (IOException e) {
            // The other side closed an idle connection.
            return;
        }
    }

    private void answer(Socket socket) throws IOException {
        try {
            reaction.answer(socket.getOutputStream());
        } catch (IOException e) {
            abandoned.incrementAndGet();
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "http-peer");
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
