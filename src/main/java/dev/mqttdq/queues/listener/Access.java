package dev.mqttdq.queues.listener;

import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.Secret;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in and what they may subscribe to, as configured just now.
 *
 * @param users hashed passwords by user name
 */
record Access(boolean allowAnonymous, Map<String, Secret> users, AccessRules rules) {

    /** Nobody and nothing. */
    static final Access NONE = new Access(false, Map.of(), new AccessRules(List.of()));

    static Access of(Listener settings) {
        return new Access(settings.allowAnonymous(), settings.users(), new AccessRules(settings.rules()));
    }

    /**
     * Whether a login that was good is still so.
     *
     * @param hash the password it was checked against; null where the client is anonymous
     */
    boolean stillAdmits(@Nullable String username, @Nullable Secret hash) {
        return username == null
                ? allowAnonymous
                : users.containsKey(username) && users.get(username).equals(hash);
    }
}
