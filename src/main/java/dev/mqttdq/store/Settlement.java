package dev.mqttdq.store;

/** How a message ended: {@link Published} or {@link Dropped}. */
public sealed interface Settlement {

    /** The remote took it, or a consumer acknowledged it. */
    Settlement PUBLISHED = new Published();

    /** Given up for a reason. */
    static Settlement dropped(DropReason reason) {
        return new Dropped(reason);
    }

    record Published() implements Settlement {}

    record Dropped(DropReason reason) implements Settlement {}
}
