/**
 * Brokers, links and clients to test against: real brokers that can be stopped, frozen and killed, a proxy that breaks
 * links, a scripted peer that misbehaves on demand, a publisher and a subscriber that count, and the service as a
 * process of its own. Every fixture is closed by {@code try}-with-resources and leaves nothing running.
 */
@NullMarked
package dev.mqttdq.testkit;

import org.jspecify.annotations.NullMarked;
