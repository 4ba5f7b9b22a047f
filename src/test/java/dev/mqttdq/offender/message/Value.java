package dev.mqttdq.offender.message;

import dev.mqttdq.offender.api.Screen;

/** The other half of a cycle: the lowest package looks up to the highest. */
public interface Value {

    Screen screen();
}
