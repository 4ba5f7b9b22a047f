package dev.mqttdq.bridge;

import dev.mqttdq.ingress.LocalSessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps {@link LocalSessions} in a file: by client id, the server and the filters, one to a line. */
final class LocalSessionNotes implements LocalSessions {

    private static final Logger log = LoggerFactory.getLogger(LocalSessionNotes.class);

    private final Path file;
    private final Properties notes;

    /** @param dataDir where the file is kept */
    LocalSessionNotes(Path dataDir) {
        file = dataDir.resolve("local-sessions.properties");
        try {
            notes = PropertiesFile.read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public synchronized List<String> begin(String clientId, String server, String filter) {
        List<String> lines = lines(clientId);
        List<String> others = new ArrayList<>();
        if (!lines.isEmpty() && lines.get(0).equals(server)) {
            others.addAll(lines.subList(1, lines.size()));
        }
        others.remove(filter);
        List<String> filters = new ArrayList<>(others);
        filters.add(filter);
        note(clientId, server, filters);
        return others;
    }

    @Override
    public synchronized void settled(String clientId, String server, String filter) {
        note(clientId, server, List.of(filter));
    }

    @Override
    public synchronized void ended(String clientId) {
        if (notes.remove(clientId) != null) {
            save();
        }
    }

    /** Client ids of sessions at this server that are none of these. */
    synchronized List<String> others(Collection<String> clientIds, String server) {
        return notes.stringPropertyNames().stream()
                .filter(clientId -> !clientIds.contains(clientId))
                .filter(clientId -> lines(clientId).get(0).equals(server))
                .sorted()
                .toList();
    }

    private List<String> lines(String clientId) {
        String value = notes.getProperty(clientId);
        return value == null ? List.of() : value.lines().toList();
    }

    private void note(String clientId, String server, List<String> filters) {
        String value = server + "\n" + String.join("\n", filters);
        if (!value.equals(notes.setProperty(clientId, value))) {
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
