package dev.mqttdq.cluster;

import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How the other instances are asked: as this one is, for all are configured alike.
 *
 * @param username the login
 * @param tls whom to trust where the REST API is served with TLS; null where it is not
 * @param contextPath what precedes the paths of the API; empty for nothing
 */
record PeerAccess(
        String username, Secret password, @Nullable SSLContext tls, String contextPath) {

    /** @throws IllegalArgumentException for a host that no URI can name, such as one with an underscore */
    URI uri(ServerAddress address) {
        return URI.create((tls == null ? "http://" : "https://") + address + contextPath + NodeCodec.PATH);
    }

    /** The header of HTTP Basic (RFC 7617). */
    String authorization() {
        String login = username + ":" + password.value();
        return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
    }
}
