package dev.mqttdq.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a connection is secured.
 *
 * @param sni the server name to send; null: the server's host
 * @param sniDisabled whether to send no server name at all
 * @param cacertfile PEM file of the authorities to trust; null: those of the Java runtime
 * @param certfile PEM file of the client's certificate chain
 * @param keyfile PEM file of the client's private key
 */
public record SslSettings(
        boolean enable,
        Verify verify,
        @Nullable String sni,
        boolean sniDisabled,
        @Nullable Path cacertfile,
        @Nullable Path certfile,
        @Nullable Path keyfile) {

    /** No TLS. */
    public static final SslSettings OFF = new SslSettings(false, Verify.VERIFY_NONE, null, false, null, null, null);

    /** What is checked of the server's certificate. */
    public enum Verify {
        /** Nothing: the connection is private but may be with anybody. */
        VERIFY_NONE,
        /** Chain, dates and host name (DNS and IP subject alternative names). */
        VERIFY_PEER
    }
}
