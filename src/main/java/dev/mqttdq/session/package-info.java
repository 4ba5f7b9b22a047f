/** One supervised connection to a broker: the only importer of the MQTT clients. Ingress and egress share it. */
@NullMarked
package dev.mqttdq.session;

import org.jspecify.annotations.NullMarked;
