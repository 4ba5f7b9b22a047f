package dev.mqttdq.queues.listener;

import io.netty.handler.codec.mqtt.MqttReasonCodes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The clients that are logged in, one for each name: a new one takes the place of the old (MQTT 5.0 section 3.1.4). Thread-safe. */
final class ConnectedClients {

    private final Map<ClientName, ClientHandler> clients = new ConcurrentHashMap<>();

    void enter(ClientHandler client) {
        ClientHandler old = clients.put(client.name(), client);
        if (old != null) {
            old.dismiss(MqttReasonCodes.Disconnect.SESSION_TAKEN_OVER);
        }
    }

    void leave(ClientHandler client) {
        clients.remove(client.name(), client);
    }

    /** Users or rules have changed. */
    void recheck() {
        clients.values().forEach(ClientHandler::recheck);
    }

    /** Ends all connections. */
    void dismiss(MqttReasonCodes.Disconnect reason) {
        clients.values().forEach(client -> client.dismiss(reason));
    }
}
