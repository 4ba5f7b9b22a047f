package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.store.DropReason;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryRuleTest {

    private final RemoteException refused = new RemoteException(0x87, "not authorized");

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "2, 2", "3, 3"})
    void givesUpAfterSoManyAttemptsInAll(int configured, int attempts) {
        RetryRule rule = new RetryRule(configured, () -> 0);

        for (int attempt = 1; attempt < attempts; attempt++) {
            assertThat(rule.isLast(attempt)).isFalse();
            assertThat(rule.afterFailure(attempt, refused)).isInstanceOf(Verdict.Retry.class);
        }
        assertThat(rule.isLast(attempts)).isTrue();
        assertThat(rule.afterFailure(attempts, refused))
                .isEqualTo(new Verdict.Drop(DropReason.RETRIES_EXHAUSTED, refused));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "5, 16", "6, 32", "7, 60", "8, 60", "1000000, 60", "2147483646, 60"})
    void neverGivesUpByDefaultAndWaitsAMinuteAtMost(int attempt, int seconds) {
        RetryRule rule = new RetryRule(-1, () -> 0);

        assertThat(rule.isLast(attempt)).isFalse();
        assertThat(rule.afterFailure(attempt, refused))
                .isEqualTo(new Verdict.Retry(Duration.ofSeconds(seconds), refused));
    }

    @Test
    void shortensTheWaitByUpToAQuarter() {
        Verdict verdict = new RetryRule(-1, () -> -1).afterFailure(3, refused);

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Retry.class,
                        retry -> assertThat(retry.delay()).isBetween(Duration.ofMillis(3000), Duration.ofMillis(3001)));
    }

    @Test
    void leavesALostConnectionToTheConnector() {
        RemoteException lost = new RemoteException(Reason.CONNECTION_LOST, "gone");

        assertThat(new RetryRule(1, () -> 0).afterFailure(1, lost)).isEqualTo(new Verdict.ConnectionOver(lost));
    }
}
