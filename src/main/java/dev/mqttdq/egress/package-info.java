/** From the partitions to the remote: connectors, their pool and the retry rule. */
@NullMarked
package dev.mqttdq.egress;

import org.jspecify.annotations.NullMarked;
