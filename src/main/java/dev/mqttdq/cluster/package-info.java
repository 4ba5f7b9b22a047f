/** The view over all instances of the service. */
@NullMarked
package dev.mqttdq.cluster;

import org.jspecify.annotations.NullMarked;
