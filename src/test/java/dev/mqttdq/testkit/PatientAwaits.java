package dev.mqttdq.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Has all tests wait for a minute where they say nothing else, for Awaitility's ten seconds are over soon on a machine that
 * stands still. JUnit finds it by itself.
 */
public final class PatientAwaits implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
