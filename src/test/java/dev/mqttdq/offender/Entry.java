package dev.mqttdq.offender;

/** Stands in the root package. */
public final class Entry {

    private Entry() {}
}
