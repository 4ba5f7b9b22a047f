package dev.mqttdq.api;

import java.util.List;

/** One value of a series. */
record Sample(Id id, double value) {

    static Sample of(Series series, List<Label> labels, double value) {
        return new Sample(new Id(series, labels), value);
    }

    /** What tells one line of Prometheus text from another. */
    record Id(Series series, List<Label> labels) {

        Id {
            labels = List.copyOf(labels);
        }
    }

    /** The value needs no escaping here: whoever writes text does it. */
    record Label(String name, String value) {}
}
