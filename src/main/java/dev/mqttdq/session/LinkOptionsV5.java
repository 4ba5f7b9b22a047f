package dev.mqttdq.session;

import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;

/** Carries the link to {@link LinkFactoryV5}, which the client finds by its scheme. */
final class LinkOptionsV5 extends MqttConnectionOptions {

    private final Link link;

    LinkOptionsV5(Link link) {
        this.link = link;
    }

    Link link() {
        return link;
    }
}
