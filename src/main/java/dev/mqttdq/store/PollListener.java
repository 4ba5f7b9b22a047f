package dev.mqttdq.store;

import java.util.List;

/** Given the messages that a poll asked for, on the partition's thread: it must not block. */
@FunctionalInterface
public interface PollListener {

    /** At least one message, in order of offset; none only where a fetched message has ended. */
    void handedOut(List<StoredMessage> batch);
}
