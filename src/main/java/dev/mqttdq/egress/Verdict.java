package dev.mqttdq.egress;

import dev.mqttdq.message.Qos;
import dev.mqttdq.session.RemoteException;
import dev.mqttdq.session.RemoteException.Reason;
import dev.mqttdq.store.DropReason;
import java.time.Duration;

/** What is to become of a message after an attempt. */
sealed interface Verdict {

    /**
     * Whether there is an answer of the remote behind it. That a message of QoS 0 was written says nothing of the remote.
     *
     * @param qos of the attempt
     */
    boolean provesConnection(Qos qos);

    /** The remote took it. */
    record Published() implements Verdict {

        @Override
        public boolean provesConnection(Qos qos) {
            return qos != Qos.AT_MOST_ONCE;
        }
    }

    /** Once more, not before the delay has passed. */
    record Retry(Duration delay, RemoteException cause) implements Verdict {

        @Override
        public boolean provesConnection(Qos qos) {
            return cause.reason() == Reason.REASON_CODE;
        }
    }

    /** Never again. */
    record Drop(DropReason reason, RemoteException cause) implements Verdict {

        @Override
        public boolean provesConnection(Qos qos) {
            return cause.reason() == Reason.REASON_CODE;
        }
    }

    /** The connection is over; what becomes of its messages is decided for all of them together. */
    record ConnectionOver(RemoteException cause) implements Verdict {

        @Override
        public boolean provesConnection(Qos qos) {
            return false;
        }
    }
}
