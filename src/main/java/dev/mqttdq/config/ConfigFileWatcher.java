package dev.mqttdq.config;

import java.util.function.Supplier;

/**
 * Notices that a file has other content than what was last read, by the content alone: a swapped symbolic link, a replaced
 * file and one written in place look the same. Two equal looks in a row are required, so that a file in the middle of being
 * written is left alone. Used by one thread.
 */
final class ConfigFileWatcher {

    private final ConfigFile file;
    private final Supplier<String> lastRead;
    private String seen;

    /**
     * @param lastRead the fingerprint of what was last read
     */
    ConfigFileWatcher(ConfigFile file, Supplier<String> lastRead) {
        this.file = file;
        this.lastRead = lastRead;
        this.seen = lastRead.get();
    }

    /** Looks once; true where the file should be read again. */
    boolean look() {
        String now = file.fingerprint();
        boolean settled = now.equals(seen);
        seen = now;
        return settled && !now.equals(lastRead.get());
    }
}
