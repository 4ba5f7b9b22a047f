package dev.mqttdq.testkit;

import java.util.List;

/** The threads of this process, by what they work for. */
public final class Threads {

    private Threads() {}

    /** The names of those that name this client or bridge. */
    public static List<String> of(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(thread -> thread.contains(name))
                .toList();
    }
}
