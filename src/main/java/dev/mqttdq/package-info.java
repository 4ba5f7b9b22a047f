/** The service's entry point; nothing imports it. */
@NullMarked
package dev.mqttdq;

import org.jspecify.annotations.NullMarked;
