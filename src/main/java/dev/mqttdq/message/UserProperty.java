package dev.mqttdq.message;

/** One user property of a PUBLISH (MQTT 5.0 section 3.3.2.3.7); keys may repeat and their order means something. */
public record UserProperty(String key, String value) {}
