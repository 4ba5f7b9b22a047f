package dev.mqttdq.demo;

import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.TcpProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.paho.client.mqttv3.MqttClient;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.MqttMessage;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;

/**
 * The remote broker behind a link that can be cut. The one who prints arrivals sits on the far side of the link, so
 * nothing that reaches the broker goes unseen. The link is down while a file exists.
 */
final class RemoteSite {

    private final EmbeddedBroker broker = EmbeddedBroker.started();
    private final TcpProxy link;
    private final Path file;
    private boolean down;

    RemoteSite(int port, Path file) {
        link = TcpProxy.listening(port, broker);
        this.file = file;
        try {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String address() {
        return link.address();
    }

    Path file() {
        return file;
    }

    void printArrivals(String filter) {
        try {
            MqttClient client = new MqttClient(broker.uri(), "printer", new MemoryPersistence());
            client.connect();
            client.subscribe(filter, 1, RemoteSite::print);
        } catch (MqttException e) {
            throw new IllegalStateException("cannot subscribe at the remote broker", e);
        }
    }

    private static void print(String topic, MqttMessage message) {
        System.out.printf("   remote got %-32s %s%n", topic, new String(message.getPayload(), StandardCharsets.UTF_8));
    }

    /** Cuts or mends the link as the file says. Called by one thread. */
    void obeyFile() {
        boolean wanted = Files.exists(file);
        if (wanted == down) {
            return;
        }
        down = wanted;
        if (down) {
            link.refuse();
            System.out.println("   the remote is away: messages stay on disk. Enter brings it back.");
        } else {
            link.accept();
            System.out.println("   the remote is back: the queue drains at the next attempt.");
        }
    }

    /** Toggles the file at each Enter until standard input ends. */
    void obeyEnter() {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            while (input.readLine() != null) {
                if (!Files.deleteIfExists(file)) {
                    Files.createFile(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
