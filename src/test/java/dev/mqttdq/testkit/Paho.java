package dev.mqttdq.testkit;

import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.common.MqttException;

/** Ends a Paho client in any state. */
final class Paho {

    private Paho() {}

    static void close(MqttAsyncClient client) {
        try {
            if (client.isConnected()) {
                client.disconnectForcibly(200, 500, true);
            }
            client.close(true);
        } catch (MqttException e) {
            throw new IllegalStateException("cannot close " + client.getClientId(), e);
        }
    }
}
