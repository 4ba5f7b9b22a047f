package dev.mqttdq.bridge;

import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.TestBroker;

class MosquittoForwardingIT extends ForwardingSuite {

    @Override
    TestBroker startBroker() {
        return Mosquitto.started();
    }
}
