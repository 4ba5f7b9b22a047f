package dev.mqttdq.session;

/**
 * Stands where the clients would have a timer thread each: {@link SupervisedSession} asks them often enough, and obeys the
 * broker's keep alive, which the timers overlook.
 */
final class NoPingTimer {

    private NoPingTimer() {}

    /** For MQTT 5. */
    static final class V5 implements org.eclipse.paho.mqttv5.client.MqttPingSender {

        @Override
        public void init(org.eclipse.paho.mqttv5.client.internal.ClientComms comms) {}

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void schedule(long delayInMilliseconds) {}
    }

    /** For MQTT 3.1 and 3.1.1. */
    static final class V3 implements org.eclipse.paho.client.mqttv3.MqttPingSender {

        @Override
        public void init(org.eclipse.paho.client.mqttv3.internal.ClientComms comms) {}

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void schedule(long delayInMilliseconds) {}
    }
}
