package dev.mqttdq.bridge;

import dev.mqttdq.session.AllAtOnce;
import dev.mqttdq.session.EventLoop;
import dev.mqttdq.store.StorageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has bridges be as their settings want them: running, or purged. What fails for one becomes its problem, touches no other,
 * and is tried again until it works. No queue is opened or deleted before the last run of its bridge has ended. Belongs to
 * the manager's loop.
 */
final class BridgeStarter {

    private static final Logger log = LoggerFactory.getLogger(BridgeStarter.class);

    private final QueueDirectories directories;
    private final BooleanSupplier mayPurge;
    private final Duration pause;
    private final Duration stopLimit;

    /** The directories of bridges that are being ended. */
    private final Set<Path> ending = ConcurrentHashMap.newKeySet();

    private @Nullable Future<?> retry;

    /**
     * @param mayPurge whether it is certain that what is not enabled is not to be
     * @param pause between two attempts
     * @param stopLimit how long the end of bridges holds up the start of others
     */
    BridgeStarter(QueueDirectories directories, BooleanSupplier mayPurge, Duration pause, Duration stopLimit) {
        this.directories = directories;
        this.mayPurge = mayPurge;
        this.pause = pause;
        this.stopLimit = stopLimit;
    }

    /** Ends bridges, all at the same time: each may wait some seconds for its remote. */
    void end(Collection<BridgeSlot> slots) {
        List<BridgeSlot> present =
                slots.stream().filter(slot -> ending.add(slot.directory())).toList();
        AllAtOnce.forEach(present, this::endOne, "bridge-stop", stopLimit);
    }

    private void endOne(BridgeSlot slot) {
        Path directory = slot.directory();
        try {
            slot.stop();
        } finally {
            ending.remove(directory);
        }
    }

    /** Whether a bridge that had this directory has not ended yet. */
    boolean isEnding(Path directory) {
        return ending.contains(directory);
    }

    /** Sees to all that are not as they should be, now and as long as there are some; a live view. */
    void settle(Collection<BridgeSlot> slots, EventLoop loop) {
        slots.stream().filter(slot -> !slot.isSettled()).forEach(this::settleOne);
        boolean waits = retry != null && !retry.isDone();
        if (!waits && !slots.stream().allMatch(BridgeSlot::isSettled)) {
            retry = loop.schedule(pause, () -> {
                retry = null;
                settle(slots, loop);
            });
        }
    }

    /** Tries nothing again by itself. */
    void rest() {
        if (retry != null) {
            retry.cancel(false);
        }
    }

    private void settleOne(BridgeSlot slot) {
        String name = slot.settings().name();
        try {
            if (isEnding(slot.directory())) {
                throw new StorageException(StorageException.Kind.LOCKED, "its last run has not ended yet");
            }
            if (slot.settings().enable()) {
                directories.use(slot.directory(), name);
                slot.start();
            } else if (mayPurge.getAsBoolean()) {
                purge(slot);
            }
        } catch (StorageException e) {
            if (slot.failed(String.valueOf(e.getMessage()))) {
                log.error("{}: {}; tried again every {} s", name, e.getMessage(), pause.toSeconds());
            }
        } catch (RuntimeException e) {
            if (slot.failed(e.toString())) {
                log.error("{}: failed, which is a bug; tried again every {} s", name, pause.toSeconds(), e);
            }
        }
    }

    private void purge(BridgeSlot slot) {
        if (slot.problem() == null && Files.isDirectory(slot.directory())) {
            log.warn(
                    "{}: disabled in the configuration; its queue in {} is purged, {} messages with it",
                    slot.settings().name(),
                    slot.directory(),
                    slot.counters().queued());
        }
        // Before, since nobody knows what is left when it fails; what a bridge finds later is counted anew.
        slot.counters().purged();
        directories.delete(slot.directory());
        slot.purged();
    }
}
