package dev.mqttdq.config;

import dev.mqttdq.message.Qos;
import org.jspecify.annotations.Nullable;

/**
 * The QoS towards the remote.
 *
 * @param fixed always this one; null: the message's own ({@code "${qos}"})
 */
public record QosRule(@Nullable Qos fixed) {

    /** The message's own. */
    public static final QosRule KEEP = new QosRule(null);

    /** What a message is sent with. */
    public Qos apply(Qos qos) {
        return fixed == null ? qos : fixed;
    }
}
