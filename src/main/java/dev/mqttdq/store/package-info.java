/** Everything that touches the disk: a bridge's partitions, their segments and what of them is settled. */
@NullMarked
package dev.mqttdq.store;

import org.jspecify.annotations.NullMarked;
