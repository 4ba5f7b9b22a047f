package dev.mqttdq.store;

import dev.mqttdq.store.StorageException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/** Tells what kind of failure an exception of the file system or of MVStore is. */
final class StorageFailures {

    private StorageFailures() {}

    /** The failure to do something with a file, as one sentence with its cause. */
    static StorageException of(String what, Path file, Throwable cause) {
        return new StorageException(kind(cause), what + " " + file + ": " + reason(cause), cause);
    }

    private static Kind kind(Throwable failure) {
        IOException io = ioCause(failure);
        if (io != null) {
            return ioKind(io);
        }
        if (failure instanceof MVStoreException store && store.getErrorCode() == DataUtils.ERROR_FILE_LOCKED) {
            return Kind.LOCKED;
        }
        // The rest is what MVStore throws over bytes that it did not write, of whatever type.
        return Kind.CORRUPT;
    }

    private static Kind ioKind(IOException io) {
        if (io instanceof EOFException) {
            return Kind.CORRUPT;
        }
        String reason = io instanceof FileSystemException fs && fs.getReason() != null
                ? fs.getReason()
                : String.valueOf(io.getMessage());
        String lower = reason.toLowerCase(Locale.ROOT);
        return lower.contains("no space left") || lower.contains("quota exceeded") ? Kind.FULL : Kind.IO;
    }

    private static @Nullable IOException ioCause(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException io) {
                return io;
            }
        }
        return null;
    }

    private static String reason(Throwable failure) {
        IOException io = ioCause(failure);
        if (io instanceof FileSystemException fs && fs.getReason() != null) {
            return fs.getReason();
        }
        Throwable cause = io == null ? failure : io;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
