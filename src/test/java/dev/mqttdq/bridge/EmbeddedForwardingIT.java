package dev.mqttdq.bridge;

import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.TestBroker;

class EmbeddedForwardingIT extends ForwardingSuite {

    @Override
    TestBroker startBroker() {
        return EmbeddedBroker.started();
    }
}
