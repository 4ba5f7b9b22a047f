package dev.mqttdq.session;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a broker did not take a connection or a message. */
public class RemoteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds that are told apart in {@code retried_by_reason}. */
    public enum Reason {
        /** The broker answered with a reason code that is not success. */
        REASON_CODE,
        /** No connection could be made. */
        CONNECT_FAILED,
        /** No answer in time. */
        TIMEOUT,
        /** The connection ended before the answer. */
        CONNECTION_LOST,
        /** Anything else. */
        OTHER;

        /** The name in metrics and JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Reason reason;
    private final int reasonCode;
    private final boolean impossible;

    public RemoteException(Reason reason, String message) {
        this(reason, message, null);
    }

    public RemoteException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.reasonCode = -1;
        this.impossible = false;
    }

    private RemoteException(String message) {
        super(message);
        this.reason = Reason.OTHER;
        this.reasonCode = -1;
        this.impossible = true;
    }

    /** The message can be sent on no connection of this kind, ever. */
    static RemoteException impossible(String message) {
        return new RemoteException(message);
    }

    /** The broker refused with a reason code (MQTT 5.0 section 2.4). */
    public RemoteException(int reasonCode, String message) {
        super(message);
        this.reason = Reason.REASON_CODE;
        this.reasonCode = reasonCode;
        this.impossible = false;
    }

    public Reason reason() {
        return reason;
    }

    /** The broker's reason code; -1 where it gave none. */
    public int reasonCode() {
        return reasonCode;
    }

    /** Whether there is no use in trying again. */
    public boolean isImpossible() {
        return impossible;
    }
}
