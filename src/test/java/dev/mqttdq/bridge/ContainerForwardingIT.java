package dev.mqttdq.bridge;

import com.github.dockerjava.api.model.PortBinding;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.TestBroker;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/** The same with a current Mosquitto in containers; skipped where there is no Docker. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerForwardingIT extends ForwardingSuite {

    @Override
    TestBroker startBroker() {
        ContainerBroker broker = new ContainerBroker(Ports.free());
        broker.start();
        return broker;
    }

    private static final class ContainerBroker implements TestBroker {

        private static final DockerImageName IMAGE = DockerImageName.parse("eclipse-mosquitto:2.0.22");
        private static final int MQTT = 1883;

        private final int port;
        private final GenericContainer<?> container;

        ContainerBroker(int port) {
            this.port = port;
            container = new GenericContainer<>(IMAGE)
                    .withExposedPorts(MQTT)
                    .withCreateContainerCmdModifier(
                            command -> command.getHostConfig().withPortBindings(PortBinding.parse(port + ":" + MQTT)))
                    .withCommand("mosquitto", "-c", "/mosquitto-no-auth.conf")
                    .waitingFor(Wait.forListeningPort());
        }

        @Override
        public String host() {
            return container.getHost();
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void start() {
            container.start();
        }

        @Override
        public void stop() {
            container.stop();
        }

        @Override
        public void close() {
            container.close();
        }
    }
}
