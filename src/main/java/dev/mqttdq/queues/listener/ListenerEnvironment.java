package dev.mqttdq.queues.listener;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongSupplier;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * What a listener needs of the application.
 *
 * @param passwords checks a password against a hash as it is configured
 * @param nanoTime a monotonic clock, as {@link System#nanoTime}
 */
public record ListenerEnvironment(
        SslBundles bundles, PasswordEncoder passwords, MeterRegistry meters, LongSupplier nanoTime) {}
