package dev.mqttdq.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A remote broker.
 *
 * @param server {@link #address} as text; where that is null, the name of the variable that is not set, as configured
 * @param address where the broker listens, the default port filled in; null where it should have come from a variable that
 *     is not set
 * @param username empty: no credentials are sent
 */
public record RemoteSettings(
        String name,
        String server,
        @Nullable ServerAddress address,
        String username,
        Secret password,
        SslSettings ssl) {

    /** The name of the environment variable that the server should have come from but is not set. */
    public Optional<String> unresolvedVariable() {
        return address == null ? Optional.of(server.substring(2, server.length() - 1)) : Optional.empty();
    }
}
