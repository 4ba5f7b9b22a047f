package dev.mqttdq.testkit;

import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Ends a Paho client in any state. */
final class Paho {

    private static final long GRACE_MILLIS = 500;

    private Paho() {}

    static void close(MqttAsyncClient client) {
        try {
            if (client.isConnected()) {
                disconnect(client);
            }
            client.close(true);
        } catch (MqttException e) {
            throw new IllegalStateException("cannot close " + client.getClientId(), e);
        }
    }

    private static void disconnect(MqttAsyncClient client) throws MqttException {
        try {
            client.disconnect(0).waitForCompletion(GRACE_MILLIS);
        } catch (MqttException e) {
            // The broker does not listen, or the connection ended meanwhile.
            client.disconnectForcibly(0, GRACE_MILLIS, true);
        }
    }
}
