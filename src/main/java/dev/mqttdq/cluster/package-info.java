/**
 * The view over all instances of the service: each node's snapshots, merged into one row for each bridge, partition and
 * connector; and whether this instance stays one of them.
 */
@NullMarked
package dev.mqttdq.cluster;

import org.jspecify.annotations.NullMarked;
