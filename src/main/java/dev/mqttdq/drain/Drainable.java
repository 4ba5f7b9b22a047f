package dev.mqttdq.drain;

import java.util.List;

/** Everything of one kind that takes messages from the local broker, to be drained together. Any thread may call. */
public interface Drainable {

    /** What is drained, in the order of reports. */
    enum Kind {
        BRIDGE,
        QUEUE
    }

    /** What these are. */
    Kind kind();

    /** Has all of them take no more than the local broker holds for them; also those that come later. Joins what has begun. */
    void drain();

    /** Whether there are some that are not drained, as before {@link #drain} or after they were told to stay. */
    boolean isServing();

    /** Of those that are drained or being drained, by name. */
    List<Remains> remains();
}
