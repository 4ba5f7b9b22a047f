package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that a partition's thread does again and again, and not before its back-off is over where it has failed. Not
 * thread-safe.
 */
final class Step {

    private static final Logger LOG = LoggerFactory.getLogger(Step.class);

    private final PartitionId id;
    private final BooleanSupplier action;
    private final BackOff backOff;

    /** @param action false where it did not try at all, so that what failed before may fail still */
    Step(PartitionId id, LongSupplier nanoTime, BooleanSupplier action) {
        this.id = id;
        this.action = action;
        this.backOff = new BackOff(nanoTime);
    }

    /** Does it, unless its back-off stands against that. */
    void attempt() {
        if (backOff.waitNanos() > 0) {
            return;
        }
        try {
            if (action.getAsBoolean() && backOff.succeeded()) {
                LOG.info("partition {} works again", id);
            }
        } catch (StorageException e) {
            failed(e);
        } catch (RuntimeException | OutOfMemoryError e) {
            failed(new StorageException(Kind.IO, e.toString(), e));
        }
    }

    /** Notes that it was attempted in vain. */
    void failed(StorageException failure) {
        if (backOff.failed(failure)) {
            LOG.error("partition {}: {}; trying again", id, failure.getMessage(), failure);
        }
    }

    /** What failed last and has not succeeded since. */
    @Nullable
    StorageException failure() {
        return backOff.failure();
    }

    /** How long to wait before the next attempt, in nanoseconds; 0 where nothing stands against it. */
    long waitNanos() {
        return backOff.waitNanos();
    }
}
