package dev.mqttdq.session;

import org.eclipse.paho.client.mqttv3.MqttConnectOptions;

/** Carries the link to {@link LinkFactoryV3}, which the client finds by its scheme. */
final class LinkOptionsV3 extends MqttConnectOptions {

    private final Link link;

    LinkOptionsV3(Link link) {
        this.link = link;
    }

    Link link() {
        return link;
    }
}
