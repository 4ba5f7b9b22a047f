package dev.mqttdq.bridge;

import dev.mqttdq.drain.DrainOperations;
import java.util.List;

/**
 * What an operator may do to the bridges of this instance while it runs. Nothing of it changes the configuration. Any
 * thread may call; each call returns when it has taken effect.
 */
public interface BridgeOperations {

    /**
     * Stops a bridge from sending; its connections stay, and messages go on collecting on disk. Lasts until
     * {@link #resume} or the end of the process, through rebuilds too. Does nothing to a paused bridge.
     *
     * @throws UnknownBridgeException if there is no enabled bridge of this name
     */
    void pause(String bridge);

    /**
     * Lets a paused bridge send again, and one that {@link DrainOperations#drain} took out take messages again; does nothing
     * to any other.
     *
     * @throws UnknownBridgeException if there is no enabled bridge of this name
     */
    void resume(String bridge);

    /** Queues on disk that belong to no configured bridge, by bridge and directory. */
    List<OrphanQueue> orphans();

    /**
     * Deletes every orphaned queue of this name, with all messages in it; never the queue of a configured bridge.
     *
     * @return what was deleted
     * @throws UnknownBridgeException if there is no orphaned queue of this name
     */
    List<OrphanQueue> purgeOrphans(String bridge);
}
