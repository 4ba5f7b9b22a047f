package dev.mqttdq.queues;

import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import java.util.List;
import java.util.Optional;

/**
 * All message queues of this instance, to be looked at and changed. Any thread may call; reading never blocks, a change is
 * on disk and in force when its method returns.
 *
 * @throws QueueRefusedException from every change that cannot be
 */
public interface MessageQueues {

    /** Every queue, by name. */
    List<QueueView> queues();

    /** One queue. */
    Optional<QueueView> find(String name);

    /** Makes a queue. */
    QueueView create(MessageQueueSettings settings);

    /** Changes a queue; name, filter and last-value flag must be what they are. */
    QueueView update(MessageQueueSettings settings);

    /** Deletes a queue with its messages; its subscriptions wait for the name to exist again. */
    void delete(String name);

    /** Whether messages of some queue are still being opened, which takes minutes where they are many. */
    boolean areOpening();

    /** What is wrong beside single queues, for an operator: those of {@link QueueRegistry#problems}. */
    List<String> problems();

    /** The options in force. */
    MessageQueuesSettings.Options options();

    /** Changes the options. */
    void options(MessageQueuesSettings.Options options);
}
