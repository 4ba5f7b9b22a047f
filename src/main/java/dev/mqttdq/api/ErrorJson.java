package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** The body of an error. */
@JsonPropertyOrder({"code", "message"})
record ErrorJson(String code, String message) {}
