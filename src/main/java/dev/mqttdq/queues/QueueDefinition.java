package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;

/**
 * A queue that is to exist.
 *
 * @param id distinguishes it from all others that had or will have its name: who is made anew inherits neither messages nor
 *     the session at the local broker
 * @param declared whether the configuration declares it, so that REST cannot delete or change it
 */
public record QueueDefinition(MessageQueueSettings settings, String id, boolean declared) {

    /** The queue's name. */
    public String name() {
        return settings.name();
    }
}
