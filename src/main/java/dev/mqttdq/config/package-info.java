/** The configuration as immutable records, with its defaults, its rules and every problem a candidate has. */
@NullMarked
package dev.mqttdq.config;

import org.jspecify.annotations.NullMarked;
