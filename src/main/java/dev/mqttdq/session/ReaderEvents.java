package dev.mqttdq.session;

import dev.mqttdq.message.Qos;
import java.io.DataInputStream;
import java.io.IOException;

/** What {@link PacketReader} tells the connection above it, and asks it, on the client's receiving thread. */
@FunctionalInterface
interface ReaderEvents {

    /** The thread that reads died of this. */
    void died(Throwable failure);

    /**
     * Reads one string as the client would read it.
     *
     * @throws IllegalArgumentException where the client cannot, and would die of it
     */
    default void decode(DataInputStream text) throws IOException {
        text.skipNBytes(text.readUnsignedShort());
    }

    /** A PUBLISH was not handed on, because the client cannot read it; it wants an acknowledgement like any other. */
    default void skipped(int packetId, Qos qos, String topic) {}
}
