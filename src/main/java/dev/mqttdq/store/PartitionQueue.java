package dev.mqttdq.store;

import dev.mqttdq.message.BridgeMessage;
import org.jspecify.annotations.Nullable;

/**
 * One partition: a first-in-first-out queue of messages on disk, with an acknowledgement for each message. It keeps the
 * messages of a bridge, or those of a message queue; {@link PartitionSettings#use} says which.
 *
 * <p><b>Order.</b> Messages are handed out in the order in which they were appended. Each is handed out once, until
 * {@link #rewind} makes all unsettled ones due again, or {@link #release} or {@link #retry} one. A message leaves the queue
 * when it is settled; settling out of order is fine, and never ends a message that is not settled itself.
 *
 * <p><b>Durability.</b> {@link AppendListener#stored} tells that the message outlives a crash of the process and, where
 * {@link PartitionSettings#syncAlways}, a failure of power: all that waits is written as one group and forced to the device
 * once. Without it, a failure of power may take what the operating system had not yet written, some seconds perhaps, and may
 * damage the file that was being written. A settlement is on disk about 50 ms after the call, later by 50 ms for each 4,000
 * stretches that what has ended falls into; {@link QueueCounters} count it then. A message is only handed out when it is
 * stored.
 *
 * <p><b>Keys.</b> In a {@link PartitionSettings.Use#LAST_VALUE_QUEUE}, a message with a key ends the one with the same key
 * before it, once it is stored itself ({@link DropReason#REPLACED}). One that is handed out is left to who has it, and ends
 * when it is released or rewound instead of being due again. So at most one message of a key is due, at any time and after
 * any crash, and it is the newest that has not ended. Only after a crash can that be an older one than was settled: one that
 * was handed out at the time of the crash and of the settlement of the newer.
 *
 * <p><b>Limits.</b> {@link QueueLimits} says what goes when there is too much, and what is too old: that is dropped when its
 * time has come by the wall clock, and never handed out later than that. It goes in order, so behind a clock that was set
 * back, messages may stay on disk for as long as it was set back. Limits count from the moment they are changed.
 *
 * <p><b>Failure.</b> A full or failing disk makes nothing fail: appends wait in order and are tried again with back-off (100
 * ms to 5 s), reading and settling go on as far as the disk allows, {@link PartitionSnapshot#broken} and
 * {@link PartitionSnapshot#problem} tell why. Storing stops while less than a reserve of space is left (16 MB, at most a
 * 32nd of the disk). The file that a write failed in is never written to again. Damaged files are kept aside with the
 * suffix {@code .corrupt-<time>}; all records in them that are intact are delivered in their place.
 *
 * <p><b>How a message can be lost:</b> it is one of the oldest when the partition is over
 * {@link PartitionSettings#maxTotalBytes} ({@link DropReason#OVERFLOW}); its bytes on disk are damaged
 * ({@link DropReason#CORRUPT}, counted as far as it is known: a last file cut between two groups looks whole, except for
 * what the record of settlements knows to have been there); it is larger than {@link PartitionQueues#largestRecordBytes}
 * ({@link DropReason#TOO_LARGE}); power fails without {@code syncAlways}; and, where they are set, by limits and keys as
 * above.
 *
 * <p><b>How a message can be repeated:</b> after {@link #rewind}, {@link #release} or {@link #retry}; after a crash before its
 * settlement was recorded; after the record of settlements was lost, when everything in files that still exist comes again. A
 * crash between storing and {@code stored} may keep a message whose sender was not told.
 *
 * <p><b>Threads.</b> No method but {@link #close} blocks, and none throws for a failing disk; all may be called from any
 * thread and take effect in the order of the calls of one thread. Listeners run on the partition's own thread, which does
 * all work on the files and which nobody interrupts; only after closing does {@link AppendListener#failed} run on the
 * caller's. Interrupting callers is harmless.
 *
 * <p><b>Cost.</b> Memory does not grow with the backlog: about 5 MB for a partition in use, with the messages under way, what
 * is handed out (some 100 bytes each) and up to four times the largest message. Opening reads the first and last entry of each
 * segment file. A last-value queue keeps its keys in memory (some 100 bytes for each message that has one), and
 * reads all messages that have not ended when it is opened.
 */
public interface PartitionQueue extends AutoCloseable {

    /** Appends a message without a key; the listener learns when it is on disk. */
    default void append(BridgeMessage message, AppendListener listener) {
        append(message, null, listener);
    }

    /**
     * Appends a message; the listener learns when it is on disk.
     *
     * @param key what a later message of a last-value queue must bear to replace this one, which may be empty; null for a
     *     message that nothing replaces. Partitions of other use store it and ignore it.
     */
    void append(BridgeMessage message, @Nullable String key, AppendListener listener);

    /**
     * Asks for the next messages, up to both limits but at least one; answered as soon as there is one. At most one poll
     * may be open: a later one replaces it, and {@link #rewind} withdraws it.
     */
    void poll(int maxMessages, long maxBytes, PollListener listener);

    /**
     * Reads again one message that is handed out and unsettled; the batch holds just it. It is empty where the message has
     * ended, also because its bytes turned out to be damaged. {@link #rewind} withdraws it.
     */
    void fetch(long offset, PollListener listener);

    /** Ends a message that is handed out; recorded on disk soon after. Settling twice does nothing. */
    void settle(long offset, Settlement settlement);

    /**
     * Gives back one message that is handed out and unsettled: it is due again, before all that were appended later. It ends
     * instead where a newer one has its key, or where it has become too old meanwhile. Does nothing for any other message.
     */
    void release(long offset);

    /**
     * Gives back one message as {@link #release} does, but not in its place: such messages are handed out one after another
     * in the order of their giving back, by turns with those that were never handed out, behind all that were released. So
     * they hold up nothing, however often they come; but while 10,000 of them wait, only they are handed out.
     */
    void retry(long offset);

    /** Makes all messages that are handed out and unsettled due again, in order, before all others. */
    void rewind();

    /** The state as of the last completed step; never blocks. */
    PartitionSnapshot snapshot();

    /**
     * New limits: those of {@link PartitionSettings#limits} apply at once, the others from the next append on. Segments
     * already begun keep their size, and the use remains that of the opening.
     */
    void reconfigure(PartitionSettings settings);

    /** Records what is settled and closes the files; appends under way are stored first. Blocks until done. */
    @Override
    void close();
}
