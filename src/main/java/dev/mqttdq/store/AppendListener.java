package dev.mqttdq.store;

/** Told once what became of an appended message, on the partition's thread: it must not block. */
public interface AppendListener {

    /** The message is on disk (with {@code queue.sync = always}: forced to the device). */
    void stored();

    /** It is not on disk, and nothing of it will be. */
    void failed(StorageException reason);
}
