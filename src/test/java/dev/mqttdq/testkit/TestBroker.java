package dev.mqttdq.testkit;

/** A real MQTT broker on the loopback interface; its port stays the same from one start to the next. */
public interface TestBroker extends AutoCloseable {

    /** The machine's Mosquitto, or HiveMQ where there is none; running. For tests that need any broker. */
    static TestBroker started() {
        return Mosquitto.available() ? Mosquitto.started() : EmbeddedBroker.started();
    }

    /** Where it listens. */
    default String host() {
        return "127.0.0.1";
    }

    /** The plain MQTT port, known before the first start. */
    int port();

    /** Starts it and waits until it accepts connections. Does nothing while it runs. */
    void start();

    /** Ends it in an orderly way and waits until it has ended. Does nothing while it is down. */
    void stop();

    /** Down and up again on the same port. */
    default void restart() {
        stop();
        start();
    }

    /** {@code host:port}, as the service's settings take it. */
    default String address() {
        return host() + ":" + port();
    }

    /** {@code tcp://host:port}, as Paho takes it. */
    default String uri() {
        return "tcp://" + address();
    }

    /** Stops it and removes what it kept. */
    @Override
    void close();
}
