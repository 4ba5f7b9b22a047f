package dev.mqttdq.queues.listener;

import dev.mqttdq.config.MessageQueuesSettings.Rule;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Who may subscribe to what. The first rule that concerns the client and the filter decides; without one the answer is no.
 *
 * <p>A rule that allows concerns a filter all of whose topics it names; a rule that denies concerns a filter any of whose
 * topics it names, so that nobody gets around it with a wildcard. A wildcard at the beginning of a rule takes no
 * {@code $queue/…} (MQTT 5.0 section 4.7.2).
 */
final class AccessRules {

    private final List<Entry> entries;

    AccessRules(List<Rule> rules) {
        entries = rules.stream().map(Entry::new).toList();
    }

    /**
     * Whether the client may subscribe.
     *
     * @param filter the whole topic of the SUBSCRIBE, or a plain filter
     */
    boolean allow(ClientName client, String filter) {
        FilterLevels asked = new FilterLevels(filter);
        for (Entry entry : entries) {
            if (entry.concerns(client, asked)) {
                return entry.allow;
            }
        }
        return false;
    }

    private static final class Entry {

        private final boolean allow;
        private final @Nullable String username;
        private final @Nullable String clientId;
        private final List<FilterLevels> topics;

        Entry(Rule rule) {
            allow = rule.allow();
            username = rule.username();
            clientId = rule.clientId();
            topics = rule.topics().stream().map(FilterLevels::new).toList();
        }

        boolean concerns(ClientName client, FilterLevels asked) {
            return (username == null || Objects.equals(username, client.username()))
                    && (clientId == null || clientId.equals(client.clientId()))
                    && topics.stream().anyMatch(topic -> allow ? topic.covers(asked) : topic.overlaps(asked));
        }
    }
}
