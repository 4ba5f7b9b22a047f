/** The service at work on one machine: {@code ./mvnw spring-boot:test-run}. */
@NullMarked
package dev.mqttdq.demo;

import org.jspecify.annotations.NullMarked;
