package dev.mqttdq.store;

/**
 * Which partition of which bridge.
 *
 * @param bridge what threads and lines of the log are named after: the bridge, or the message queue
 * @param index 0 to {@code buffer_pool_size - 1}
 */
public record PartitionId(String bridge, int index) {

    /** The name of the partition's thread. */
    String threadName() {
        return bridge + "-store-" + index;
    }

    /** {@code bridge/index}, as the directory is named below {@code base_dir}. */
    @Override
    public String toString() {
        return bridge + "/" + index;
    }
}
