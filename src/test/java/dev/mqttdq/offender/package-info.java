/** Breaks each rule of {@code ArchitectureTest} once, so that a rule which can no longer fail is noticed. */
package dev.mqttdq.offender;
