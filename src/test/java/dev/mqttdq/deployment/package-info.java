/** What is deployed: the Helm chart and the plain manifests. */
@NullMarked
package dev.mqttdq.deployment;

import org.jspecify.annotations.NullMarked;
