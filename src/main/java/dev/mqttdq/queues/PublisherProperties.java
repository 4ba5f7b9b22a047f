package dev.mqttdq.queues;

import org.jspecify.annotations.Nullable;

/**
 * The user properties in which the local broker tells who published a message.
 *
 * @param from that of the client id; null: it does not tell
 * @param username that of the user name; null: it does not tell
 */
record PublisherProperties(@Nullable String from, @Nullable String username) {}
