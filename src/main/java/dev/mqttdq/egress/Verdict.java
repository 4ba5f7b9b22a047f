package dev.mqttdq.egress;

import dev.mqttdq.session.RemoteException;
import dev.mqttdq.store.DropReason;
import java.time.Duration;

/** What is to become of a message after an attempt. */
sealed interface Verdict {

    /** The remote took it. */
    record Published() implements Verdict {}

    /** Once more, not before the delay has passed. */
    record Retry(Duration delay, RemoteException cause) implements Verdict {}

    /** Never again. */
    record Drop(DropReason reason, RemoteException cause) implements Verdict {}

    /** The connection is over; what becomes of its messages is decided for all of them together. */
    record ConnectionOver(RemoteException cause) implements Verdict {}
}
