package dev.mqttdq.egress;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the connectors of a bridge tell and know of the rest of the service.
 *
 * @param publishLatency given the time from sending to acknowledgement of each message
 * @param node this instance among several; null where it is alone
 */
public record SendingContext(
        RetryCounters retries,
        Consumer<Duration> publishLatency,
        @Nullable String node) {}
