package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;

/**
 * One partition: a first-in-first-out queue of messages on disk, with an acknowledgement for each message.
 *
 * <p>Messages are handed out in the order in which they were appended. Each is handed out once, until {@link #rewind}
 * makes all unsettled ones due again. A message leaves the queue when it is settled; after a crash, exactly the unsettled
 * messages are handed out again, and at most those of the last unflushed settlements with them.
 *
 * <p>No method blocks or throws for a failing disk; all may be called from any thread and take effect in the order of the
 * calls of one thread. Listeners run on the partition's own thread.
 */
public interface PartitionQueue extends AutoCloseable {

    /** Appends a message; the listener learns when it is on disk. */
    void append(BridgeMessage message, AppendListener listener);

    /**
     * Asks for the next messages, up to both limits but at least one; answered as soon as there is one. At most one poll
     * may be open: a later one replaces it, and {@link #rewind} withdraws it.
     */
    void poll(int maxMessages, long maxBytes, PollListener listener);

    /** Reads again one message that is handed out and unsettled; the batch holds just it. */
    void fetch(long offset, PollListener listener);

    /** Ends a message that is handed out; recorded on disk soon after. Settling twice does nothing. */
    void settle(long offset, Settlement settlement);

    /** Makes all messages that are handed out and unsettled due again, in order, before all others. */
    void rewind();

    /** The state as of the last completed step; never blocks. */
    PartitionSnapshot snapshot();

    /** New limits from the next append on; segments already begun keep their size. */
    void reconfigure(PartitionSettings settings);

    /** Records what is settled and closes the files; appends under way are stored first. Blocks until done. */
    @Override
    void close();
}
