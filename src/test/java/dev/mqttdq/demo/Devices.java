package dev.mqttdq.demo;

import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.TestBroker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

/** Three thermometers. One thread. */
final class Devices {

    private static final List<String> NAMES = List.of("boiler", "cellar", "roof");

    private final Publisher publisher;
    private int reading;

    Devices(TestBroker local) {
        publisher = Publisher.to(local);
    }

    /** One reading of each device. */
    void publish() {
        reading++;
        for (String name : NAMES) {
            String json = String.format(Locale.ROOT, "{\"reading\":%d,\"celsius\":%.1f}", reading, celsius(name));
            publisher.publish(
                    "devices/" + name + "/temperature",
                    json.getBytes(StandardCharsets.UTF_8),
                    1,
                    false,
                    new MqttProperties());
        }
    }

    private double celsius(String name) {
        return 20 + 5 * Math.sin(reading / 10.0 + name.length());
    }
}
