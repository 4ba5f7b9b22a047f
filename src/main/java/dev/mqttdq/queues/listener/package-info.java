/**
 * Where consumers connect: MQTT 5, 3.1.1 and 3.1, for subscriptions to message queues and nothing else. It is no broker: it
 * takes no messages from clients, keeps no sessions and has no will.
 */
@NullMarked
package dev.mqttdq.queues.listener;

import org.jspecify.annotations.NullMarked;
