/**
 * Key expressions of last-value queues: parsed once, evaluated for every message, within bounds whatever the message
 * holds. {@code docs/key-expressions.md} is the reference of the language.
 *
 * <p>The parser is our own because the syntax is given: {@code message.headers.properties.User-Property.a} is one
 * variable, whereas general expression languages read its hyphen as a minus and cannot quote a segment. What would be
 * left of such a library is the function call.
 */
@NullMarked
package dev.mqttdq.key;

import org.jspecify.annotations.NullMarked;
