package dev.mqttdq.cluster;

/**
 * A node that did not answer.
 *
 * @param reason in words
 */
public record FailedNode(String node, String reason) {}
