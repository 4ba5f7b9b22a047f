package dev.mqttdq.offender.api;

import dev.mqttdq.offender.message.Value;

/** Half of a cycle, and imported from below. */
public record Screen(Value value) {}
