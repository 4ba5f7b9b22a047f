package dev.mqttdq.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.message.Qos;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.store.DropReason;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {

    @ParameterizedTest
    @EnumSource
    void aMessageThatWasTakenProvesTheConnectionWhereTheRemoteSaidSo(Qos qos) {
        assertThat(new Verdict.Published().provesConnection(qos)).isEqualTo(qos != Qos.AT_MOST_ONCE);
    }

    @ParameterizedTest
    @EnumSource
    void aFailureProvesTheConnectionWhereItIsTheRemotesAnswer(Reason reason) {
        RemoteException cause = new RemoteException(reason, "no");
        boolean answered = reason == Reason.REASON_CODE;
        for (Qos qos : Qos.values()) {
            assertThat(new Verdict.Retry(Duration.ZERO, cause).provesConnection(qos))
                    .isEqualTo(answered);
            assertThat(new Verdict.Drop(DropReason.RETRIES_EXHAUSTED, cause).provesConnection(qos))
                    .isEqualTo(answered);
            assertThat(new Verdict.ConnectionOver(cause).provesConnection(qos)).isFalse();
        }
    }
}
