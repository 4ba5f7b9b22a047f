package dev.mqttdq.api;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/** One bridge: {@code GET /stats/{bridge}}. */
@JsonPropertyOrder({"cluster", "bridge"})
record BridgeStatsJson(ClusterJson cluster, BridgeJson bridge) {}
