/** From the local broker to the partitions: subscription, hand-over and acknowledgement. */
@NullMarked
package dev.mqttdq.ingress;

import org.jspecify.annotations.NullMarked;
