/** Empties an instance before it goes away for good, whatever takes messages there. */
@NullMarked
package dev.mqttdq.drain;

import org.jspecify.annotations.NullMarked;
