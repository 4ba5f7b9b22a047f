/** REST, actuator, health and metrics; nobody imports it. */
@NullMarked
package dev.mqttdq.api;

import org.jspecify.annotations.NullMarked;
