package dev.mqttdq.key;

import org.jspecify.annotations.Nullable;

/**
 * What a key expression may ask about a message that the message itself does not hold.
 *
 * @param fromProperty the user property in which the local broker tells the publisher's client id; null: it does not
 * @param usernameProperty the same for the publisher's user name
 * @param messageId identifies the message on this node
 */
public record KeyContext(
        @Nullable String fromProperty, @Nullable String usernameProperty, String messageId) {}
