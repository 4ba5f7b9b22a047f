/** What the program does on the command line instead of starting the service. */
@NullMarked
package dev.mqttdq.cli;

import org.jspecify.annotations.NullMarked;
