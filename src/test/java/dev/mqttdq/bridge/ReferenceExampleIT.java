package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mqttdq.testkit.Arrival;
import dev.mqttdq.testkit.CertificateAuthority;
import dev.mqttdq.testkit.Mosquitto;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TestBroker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the reference documents with nothing changed but the addresses. */
class ReferenceExampleIT {

    private static final String ADDRESS = "cloud-broker.example.com:8883";

    @Test
    void forwardsWhateverVariablesTheProcessHas(@TempDir Path directory) throws IOException {
        CertificateAuthority authority = CertificateAuthority.create(directory, "authority");
        try (TestBroker local = TestBroker.started();
                Mosquitto cloud = Mosquitto.builder()
                        .user("bridge_user", "secret")
                        .tls(authority.issue("cloud-broker.example.com"))
                        .build()) {
            cloud.start();
            ServiceProcess.Builder builder = ServiceProcess.builder("reference", directory.resolve("data"))
                    .config(example().replace(ADDRESS, "127.0.0.1:" + cloud.tlsPort()))
                    .property("mqtt-dq.local.server", local.address())
                    .env("TOPIC", "wrong")
                    .env("QOS", "0")
                    .env("RETAIN", "wrong");
            try (ServiceProcess service = builder.start().awaitReady();
                    Publisher publisher = Publisher.to(local);
                    Subscriber subscriber = Subscriber.withLogin("bridge_user", "secret", cloud, "#")) {
                service.status().awaitOk("to-cloud");
                publisher.publish("devices/a/1", 0);
                publisher.publish("devices/a/2", 1, true, new MqttProperties());
                publisher.publish("devices", 2);
                publisher.publish("elsewhere", 1);
                assertThat(publisher.awaitAcknowledged()).isZero();

                subscriber.awaitSize(3);
                service.status().awaitClosed("to-cloud");

                assertThat(subscriber.log().arrivals())
                        .extracting(Arrival::topic, Arrival::qos, Arrival::retain)
                        .containsExactlyInAnyOrder(
                                tuple("fwd/devices/a/1", 0, false),
                                tuple("fwd/devices/a/2", 1, true),
                                tuple("fwd/devices", 2, false));
                assertThat(service.log()).contains("verify_none").doesNotContain("secret");
                assertThat(service.terminate()).isIn(0, 143);
                assertThat(service.log()).doesNotContainPattern("(?m)^\\s+at .+\\)$");
            }
        }
    }

    private static String example() throws IOException {
        try (InputStream resource = ReferenceExampleIT.class.getResourceAsStream("/config/reference.hocon")) {
            assertThat(resource).isNotNull();
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
