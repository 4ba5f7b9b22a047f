package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to connect and the one connection that may come of it; never used again afterwards. No method blocks but
 * {@link #checkActivity}; all
 * may be called from any thread, and do nothing when the connection is over.
 */
public interface MqttConnection {

    /** Sends CONNECT; the listener learns the rest. Once. */
    void connect();

    /**
     * Publishes; the caller keeps the number of unanswered ones within the broker's Receive Maximum (MQTT 5.0 section
     * 4.9).
     */
    void publish(OutboundPublish publish, PublishListener listener);

    /**
     * Subscribes with Retain As Published and No Local (MQTT 5.0 section 3.8.3.1; both are unknown before MQTT 5).
     *
     * @param answer given null when the broker granted it, else why not
     */
    void subscribe(String filter, Qos qos, int retainHandling, Consumer<@Nullable RemoteException> answer);

    /**
     * Takes a filter out of the session.
     *
     * @param answer given null when the session no longer holds it, else why it still does; not called when the connection
     *     ends before the broker has answered
     */
    void unsubscribe(String filter, Consumer<@Nullable RemoteException> answer);

    /**
     * Acknowledges a message that came in: PUBACK at QoS 1, PUBREC at QoS 2. Until then neither leaves this connection
     * (sections 4.3.2 and 4.3.3).
     */
    void acknowledge(int packetId, Qos qos);

    /** Whether the listener has been told of all messages that were read from the socket so far; only when connected. */
    boolean isCaughtUp();

    /**
     * Sends PINGREQ when the keep alive wants one, and ends the connection when an answer is overdue; to be called four
     * times in each keep alive. The one method that may wait, a few hundred milliseconds, when it ends the connection.
     */
    void checkActivity();

    /** Says DISCONNECT, so that the broker does not take it for a failure, and ends the connection soon after. */
    void disconnect();

    /** Ends the connection at once. */
    void abort();
}
