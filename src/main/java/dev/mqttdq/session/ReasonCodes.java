package dev.mqttdq.session;

import java.util.Map;

/** Reason codes of MQTT 5.0 (section 2.4) and return codes of MQTT 3.1.1 (section 3.2.2.3) in words. */
final class ReasonCodes {

    static final int FIRST_ERROR = 0x80;

    private static final Map<Integer, String> V5 = Map.ofEntries(
            Map.entry(0x80, "unspecified error"),
            Map.entry(0x81, "malformed packet"),
            Map.entry(0x82, "protocol error"),
            Map.entry(0x83, "implementation specific error"),
            Map.entry(0x84, "unsupported protocol version"),
            Map.entry(0x85, "client identifier not valid"),
            Map.entry(0x86, "bad user name or password"),
            Map.entry(0x87, "not authorized"),
            Map.entry(0x88, "server unavailable"),
            Map.entry(0x89, "server busy"),
            Map.entry(0x8a, "banned"),
            Map.entry(0x8b, "server shutting down"),
            Map.entry(0x8c, "bad authentication method"),
            Map.entry(0x8d, "keep alive timeout"),
            Map.entry(0x8e, "session taken over by another client with the same client identifier"),
            Map.entry(0x8f, "topic filter invalid"),
            Map.entry(0x90, "topic name invalid"),
            Map.entry(0x91, "packet identifier in use"),
            Map.entry(0x92, "packet identifier not found"),
            Map.entry(0x93, "receive maximum exceeded"),
            Map.entry(0x94, "topic alias invalid"),
            Map.entry(0x95, "packet too large"),
            Map.entry(0x96, "message rate too high"),
            Map.entry(0x97, "quota exceeded"),
            Map.entry(0x98, "administrative action"),
            Map.entry(0x99, "payload format invalid"),
            Map.entry(0x9a, "retain not supported"),
            Map.entry(0x9b, "QoS not supported"),
            Map.entry(0x9c, "use another server"),
            Map.entry(0x9d, "server moved"),
            Map.entry(0x9e, "shared subscriptions not supported"),
            Map.entry(0x9f, "connection rate exceeded"),
            Map.entry(0xa0, "maximum connect time"),
            Map.entry(0xa1, "subscription identifiers not supported"),
            Map.entry(0xa2, "wildcard subscriptions not supported"));

    private static final Map<Integer, String> V3 = Map.of(
            1, "unacceptable protocol version",
            2, "identifier rejected",
            3, "server unavailable",
            4, "bad user name or password",
            5, "not authorized");

    private ReasonCodes() {}

    /** As in {@code 135 (not authorized)}. */
    static String describe(int code) {
        return code + " (" + V5.getOrDefault(code, "unknown reason code") + ")";
    }

    /** As in {@code 5 (not authorized)}; for the return codes of a CONNACK before MQTT 5. */
    static String describeLegacy(int code) {
        return code + " (" + V3.getOrDefault(code, "unknown return code") + ")";
    }
}
