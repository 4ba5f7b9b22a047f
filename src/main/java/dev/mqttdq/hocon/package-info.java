/** Reads a HOCON or YAML file into a plain tree; the only importer of the HOCON library. */
@NullMarked
package dev.mqttdq.hocon;

import org.jspecify.annotations.NullMarked;
