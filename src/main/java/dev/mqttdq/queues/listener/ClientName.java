package dev.mqttdq.queues.listener;

import org.jspecify.annotations.Nullable;

/**
 * Who a client is. Two users with the same client id are two clients, so that no user can take over another one's connection;
 * anonymous clients are among themselves as well.
 *
 * @param username null where it is anonymous
 */
record ClientName(@Nullable String username, String clientId) {

    /** As it stands in the log. */
    @Override
    public String toString() {
        return username == null ? clientId : username + "/" + clientId;
    }
}
