/** A bridge's life: start, stop, difference and rebuild, its counters and snapshots. */
@NullMarked
package dev.mqttdq.bridge;

import org.jspecify.annotations.NullMarked;
