package dev.mqttdq.cluster;

import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one instance tells another: its {@link NodeView} as JSON, with every field, in snake case.
 *
 * <pre>{@code
 * {"protocol": 1, "view": {"node": "mqtt-dq-0", "instance": "…", "uptime_seconds": 17, "bridges": […]}}
 * }</pre>
 *
 * A missing field would be a missing count: whoever adds or removes one makes a new version of the protocol. Thread-safe.
 */
public final class NodeCodec {

    /** Where an instance answers, on the port of its REST API. */
    public static final String PATH = "/api/v5/plugin_api/emqx_bridge_mqtt_dq/node";

    private static final int PROTOCOL = 1;

    private final JsonMapper json = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    /** The view as UTF-8 text. */
    public byte[] write(NodeView view) {
        return json.writeValueAsBytes(new Letter(PROTOCOL, view));
    }

    /**
     * The view that was written.
     *
     * @throws PeerException where it is none, or one of another version
     */
    NodeView read(byte[] text) throws PeerException {
        try {
            JsonNode letter = json.readTree(text);
            JsonNode protocol = letter.path("protocol");
            if (!protocol.isIntegralNumber()) {
                throw new PeerException("answered JSON that is no view of a node: is it another service?");
            }
            if (protocol.asLong() != PROTOCOL) {
                throw new PeerException("speaks version %s of the protocol between instances, this one version %d: "
                                .formatted(protocol.asString(), PROTOCOL)
                        + "run the same release everywhere");
            }
            NodeView view = json.treeToValue(letter.path("view"), NodeView.class);
            if (view == null || !isWhole(view)) {
                throw new PeerException("answered a view with something missing");
            }
            return view;
        } catch (JacksonException e) {
            throw new PeerException("answered what cannot be read: " + e.getOriginalMessage());
        }
    }

    /** The lists and maps see to themselves. */
    private static boolean isWhole(NodeView view) {
        return Stream.concat(
                        Stream.of(view.node(), view.instance()),
                        view.bridges().stream().flatMap(bridge -> Stream.of(bridge.name(), bridge.local())))
                .noneMatch(Objects::isNull);
    }

    private record Letter(int protocol, NodeView view) {}
}
