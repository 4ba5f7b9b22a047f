package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.queues.listener.FailedLogins.Source;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FailedLoginsTest {

    private static final Source SOURCE = new Source("worker", InetAddress.getLoopbackAddress());
    private static final Limits LIMITS = Limits.DEFAULT;

    private final AtomicLong nanos = new AtomicLong();
    private final FailedLogins failures = new FailedLogins(LIMITS, nanos::get);

    @Test
    void areTooManyAtTheLimit() {
        fail(SOURCE, LIMITS.failedLogins() - 1);
        assertThat(failures.areTooMany(SOURCE)).isFalse();

        failures.failed(SOURCE);

        assertThat(failures.areTooMany(SOURCE)).isTrue();
    }

    @Test
    void areForgottenAfterAWhile() {
        fail(SOURCE, LIMITS.failedLogins());

        nanos.addAndGet(LIMITS.failureMemory().toNanos());

        assertThat(failures.areTooMany(SOURCE)).isFalse();
    }

    @Test
    void areForgottenAfterASuccess() {
        fail(SOURCE, LIMITS.failedLogins() - 1);

        failures.succeeded(SOURCE);
        failures.failed(SOURCE);

        assertThat(failures.areTooMany(SOURCE)).isFalse();
    }

    @Test
    void concernNoOtherUserAtTheSameAddress() {
        fail(SOURCE, LIMITS.failedLogins());

        assertThat(failures.areTooMany(new Source("other", SOURCE.address()))).isFalse();
    }

    private void fail(Source source, int times) {
        for (int i = 0; i < times; i++) {
            failures.failed(source);
        }
    }
}
