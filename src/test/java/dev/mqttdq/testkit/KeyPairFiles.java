package dev.mqttdq.testkit;

import java.nio.file.Path;

/** A certificate chain and its private key, both PEM files. */
public record KeyPairFiles(Path certificate, Path key) {}
