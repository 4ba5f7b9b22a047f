package dev.mqttdq.cluster;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Puts what went wrong with a peer into words. */
final class PeerFailures {

    private PeerFailures() {}

    /** @param limit how long was waited */
    static String words(Throwable failure, Duration limit) {
        Optional<PeerException> said = find(failure, PeerException.class);
        if (said.isPresent()) {
            return said.get().reason();
        }
        if (find(failure, TimeoutException.class).isPresent()) {
            return "did not answer within " + limit.toMillis() + " ms";
        }
        if (find(failure, UnresolvedAddressException.class).isPresent()
                || find(failure, UnknownHostException.class).isPresent()) {
            return "unknown host";
        }
        Optional<SSLException> tls = find(failure, SSLException.class);
        if (tls.isPresent()) {
            return "TLS: " + deepest(tls.get());
        }
        Optional<ConnectException> connect = find(failure, ConnectException.class);
        if (connect.isPresent()) {
            // The JDK's client loses what the system said of a refused connection.
            String message = connect.get().getMessage();
            return message == null ? "refused the connection: nobody listens there" : "not connected: " + message;
        }
        return "broke off: " + deepest(failure);
    }

    private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    private static String deepest(Throwable failure) {
        Throwable last = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .reduce((outer, inner) -> inner)
                .orElse(failure);
        String message = last.getMessage();
        return message == null || message.isBlank() ? last.getClass().getSimpleName() : message;
    }
}
