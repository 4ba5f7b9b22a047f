package dev.mqttdq.ingress;

import dev.mqttdq.store.PropertiesFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps {@link LocalSessions} in a file: by client id, the server, then a line of QoS and filter for each. Thread-safe. */
public final class LocalSessionNotes implements LocalSessions {

    private static final Logger log = LoggerFactory.getLogger(LocalSessionNotes.class);

    private final Path file;
    private final Properties notes;

    /** Reads the file, if there is one. */
    public LocalSessionNotes(Path file) {
        this.file = file;
        try {
            notes = PropertiesFile.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public synchronized Optional<String> firstKnown(List<String> clientIds, String server) {
        return clientIds.stream()
                .filter(clientId -> isAt(server, lines(clientId)))
                .findFirst();
    }

    @Override
    public synchronized boolean holds(LocalSubscription subscription) {
        return lines(subscription.clientId()).equals(List.of(subscription.server(), subscribed(subscription)));
    }

    @Override
    public synchronized List<String> begin(LocalSubscription subscription) {
        List<String> lines = lines(subscription.clientId());
        List<String> others = new ArrayList<>();
        if (isAt(subscription.server(), lines)) {
            others.addAll(lines.subList(1, lines.size()));
        }
        others.removeIf(line -> filter(line).equals(subscription.subscribedFilter()));
        List<String> now = new ArrayList<>(others);
        now.add(subscribed(subscription));
        note(subscription, now);
        return others.stream().map(LocalSessionNotes::filter).toList();
    }

    @Override
    public synchronized void settled(LocalSubscription subscription) {
        note(subscription, List.of(subscribed(subscription)));
    }

    @Override
    public synchronized void leaving(LocalSubscription subscription) {
        List<String> lines = lines(subscription.clientId());
        if (isAt(subscription.server(), lines)) {
            note(
                    subscription,
                    lines.stream()
                            .skip(1)
                            .filter(line -> !filter(line).equals(subscription.subscribedFilter()))
                            .toList());
        }
    }

    @Override
    public synchronized void ended(String clientId) {
        if (notes.remove(clientId) != null) {
            save();
        }
    }

    /** Client ids of sessions at this server that are none of these. */
    public synchronized List<String> others(Collection<String> clientIds, String server) {
        return notes.stringPropertyNames().stream()
                .filter(clientId -> !clientIds.contains(clientId))
                .filter(clientId -> isAt(server, lines(clientId)))
                .sorted()
                .toList();
    }

    private static boolean isAt(String server, List<String> lines) {
        return !lines.isEmpty() && lines.get(0).equals(server);
    }

    private List<String> lines(String clientId) {
        String value = notes.getProperty(clientId);
        return value == null ? List.of() : value.lines().toList();
    }

    private static String subscribed(LocalSubscription subscription) {
        return subscription.local().subscribeQos().value() + " " + subscription.subscribedFilter();
    }

    private static String filter(String line) {
        return line.substring(2);
    }

    private void note(LocalSubscription subscription, List<String> subscribed) {
        String value = subscription.server() + "\n" + String.join("\n", subscribed);
        if (!value.equals(notes.setProperty(subscription.clientId(), value))) {
            save();
        }
    }

    private void save() {
        try {
            PropertiesFile.write(file, notes);
        } catch (IOException e) {
            // The session works without its note; only a later change of its filter might not be noticed.
            log.warn("cannot write {}: {}", file, e.toString());
        }
    }
}
