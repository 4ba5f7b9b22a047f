package dev.mqttdq.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.store.fs.FileBase;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;
import org.jspecify.annotations.Nullable;

/** A disk that fails from a chosen change on until it is healed: writes are torn then, and nothing is forced. */
final class FaultyDisk implements Medium {

    private static final String SCHEME = "faulty";
    /** MVStore makes its paths by itself, so they find their disk here. */
    private static final AtomicReference<@Nullable FaultyDisk> CURRENT = new AtomicReference<>();

    private final AtomicInteger changes = new AtomicInteger();
    private volatile int failFrom = Integer.MAX_VALUE;
    private volatile String reason = "No space left on device";
    private final AtomicReference<@Nullable Runnable> onFailure = new AtomicReference<>();
    private volatile long usableBytes = Long.MAX_VALUE;
    private volatile Watcher watcher = new Watcher() {};

    /** Sees what is about to be done, on the thread that does it. */
    interface Watcher {
        default void beforeWrite(Path file, long position, ByteBuffer bytes) throws IOException {}

        default void beforeTruncate(Path file, long size) throws IOException {}

        default void beforeForce(Path file) throws IOException {}
    }

    FaultyDisk() {
        FilePath.register(new FaultyPath());
        CURRENT.set(this);
    }

    @Override
    public String scheme() {
        return SCHEME + ":";
    }

    @Override
    public FileChannel create(Path file) throws IOException {
        change();
        return new FaultyChannel(Medium.super.create(file), file, this);
    }

    @Override
    public long usableBytes(Path directory) {
        return usableBytes;
    }

    /** Lets the nth change from now fail, and all after it; runs the action at the first failure, on its thread. */
    void failFrom(int nth, String newReason, Runnable action) {
        reason = newReason;
        onFailure.set(action);
        failFrom = changes.get() + nth;
    }

    /** Shows each change before it is done. */
    void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Tells that so many bytes are left. */
    void leave(long bytes) {
        usableBytes = bytes;
    }

    void heal() {
        failFrom = Integer.MAX_VALUE;
    }

    private boolean fails() {
        return changes.incrementAndGet() >= failFrom;
    }

    private IOException failure() {
        Runnable action = onFailure.getAndSet(null);
        if (action != null) {
            action.run();
        }
        return new IOException(reason);
    }

    private void change() throws IOException {
        if (fails()) {
            throw failure();
        }
    }

    /** MVStore's way to a file of the current disk. */
    public static final class FaultyPath extends FilePathWrapper {
        @Override
        public String getScheme() {
            return SCHEME;
        }

        @Override
        public FileChannel open(String mode) throws IOException {
            FaultyDisk disk = CURRENT.get();
            if (disk == null) {
                throw new IOException("no disk");
            }
            return new FaultyChannel(super.open(mode), Path.of(getBase().toString()), disk);
        }
    }

    private static final class FaultyChannel extends FileBase {
        private final FileChannel channel;
        private final Path file;
        private final FaultyDisk disk;

        FaultyChannel(FileChannel channel, Path file, FaultyDisk disk) {
            this.channel = channel;
            this.file = file;
            this.disk = disk;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            disk.change();
            disk.watcher.beforeWrite(file, channel.position(), source.asReadOnlyBuffer());
            return channel.write(source);
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            if (disk.fails()) {
                channel.write(source.slice(source.position(), source.remaining() / 2), position);
                throw disk.failure();
            }
            disk.watcher.beforeWrite(file, position, source.asReadOnlyBuffer());
            return channel.write(source, position);
        }

        @Override
        public FileChannel truncate(long size) throws IOException {
            disk.change();
            disk.watcher.beforeTruncate(file, size);
            channel.truncate(size);
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            disk.change();
            disk.watcher.beforeForce(file);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return channel.read(target);
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public FileChannel position(long newPosition) throws IOException {
            channel.position(newPosition);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            channel.close();
        }
    }
}
