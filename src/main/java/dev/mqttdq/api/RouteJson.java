package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.mqttdq.config.Route;
import tools.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** The way of a topic through one bridge. */
@JsonNaming(SnakeCaseStrategy.class)
@JsonPropertyOrder({"bridge", "enable", "partition", "connector", "remote", "server", "remote_topic", "deliverable"})
record RouteJson(
        String bridge,
        boolean enable,
        int partition,
        int connector,
        String remote,
        String server,
        String remoteTopic,
        boolean deliverable) {

    static RouteJson of(Route route) {
        return new RouteJson(
                route.bridge(),
                route.enabled(),
                route.partition(),
                route.connector(),
                route.remote(),
                route.server(),
                route.remoteTopic(),
                route.deliverable());
    }
}
