/** The values every other package speaks of: messages, QoS, topic filters and templates. No Spring, no I/O. */
@NullMarked
package dev.mqttdq.message;

import org.jspecify.annotations.NullMarked;
