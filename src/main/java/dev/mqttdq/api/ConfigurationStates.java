package dev.mqttdq.api;

import dev.mqttdq.config.ConfigurationState;

/** Where the state of the configuration comes from. Any thread may ask; nothing here waits. */
@FunctionalInterface
interface ConfigurationStates {

    /** The configuration in force and how it came about. */
    ConfigurationState current();
}
