/** Everything that touches the disk: partitions, which keep the messages of bridges and queues, and what of them is settled. */
@NullMarked
package dev.mqttdq.store;

import org.jspecify.annotations.NullMarked;
