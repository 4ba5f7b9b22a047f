package dev.mqttdq.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The packaged service, in a process of its own, follows its ConfigMap through the Kubernetes API. */
class ConfigMapIT {

    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final KubernetesApi api = new KubernetesApi();
    private final TestBroker broker = TestBroker.started();
    private final TcpProxy cloud = TcpProxy.to(broker);
    private final TcpProxy plant = TcpProxy.to(broker);
    private ServiceProcess.Builder pod;

    @BeforeEach
    void prepare() {
        pod = api.pod(ServiceProcess.builder("config-map", directory.resolve("data")))
                .packaged()
                .property("mqtt-dq.local.server", broker.address());
    }

    @AfterEach
    void stop() throws Exception {
        cloud.close();
        plant.close();
        broker.close();
        api.close();
    }

    @Test
    void aPatchRebuildsOneBridgeAndLeavesTheOtherConnected() {
        api.start().put(bridges("north"));
        try (ServiceProcess service = pod.start().awaitReady()) {
            service.status().awaitOk("to-cloud");
            service.status().awaitOk("to-plant");
            int cloudConnections = cloud.connections();
            Connections ofPlant = Connections.of(plant);

            api.put(bridges("south"));

            // The new filter shows before the bridge is rebuilt.
            until(() -> filterTopic(service).equals("south/#"));
            until(() -> cloud.connections() > cloudConnections);
            service.status().awaitOk("to-cloud");
            assertThat(Connections.of(plant)).isEqualTo(ofPlant);
        }
    }

    @Test
    void refusesWhatIsNotValidAndTakesTheNextThatIs() {
        api.start().put(bridges("north"));
        try (ServiceProcess service = pod.start().awaitReady()) {
            service.status().awaitOk("to-cloud");
            Connections connections = Connections.of(cloud);

            api.put(bridges("south/#/north"));
            until(() -> isRejected(service));
            assertThat(filterTopic(service)).isEqualTo("north/#");
            assertThat(Connections.of(cloud)).isEqualTo(connections);

            api.put(bridges("west"));
            until(() -> filterTopic(service).equals("west/#"));
            assertThat(isRejected(service)).isFalse();
        }
    }

    @Test
    void leavesBrokenYamlOutOfAccount() {
        api.start().put("mqtt-dq: [");
        try (ServiceProcess service = pod.start().awaitReady()) {
            until(() -> service.log().contains("ConfigMaps cannot be watched"));
            api.put(bridges("north"));
            until(() -> filterTopic(service).equals("north/#"));
            service.status().awaitOk("to-cloud");
            Connections connections = Connections.of(cloud);
            int failures = failures(service);

            api.put("mqtt-dq: [");
            until(() -> failures(service) > failures);
            assertThat(filterTopic(service)).isEqualTo("north/#");
            assertThat(Connections.of(cloud)).isEqualTo(connections);

            api.put(bridges("south"));
            until(() -> filterTopic(service).equals("south/#"));
        }
    }

    @Test
    void keepsTheLastGoodConfigurationWhileTheConfigMapIsDeleted() {
        api.start().put(bridges("north"));
        try (ServiceProcess service = pod.start().awaitReady()) {
            service.status().awaitOk("to-cloud");
            Connections connections = Connections.of(cloud);

            api.delete();
            until(() -> isRejected(service));
            assertThat(filterTopic(service)).isEqualTo("north/#");
            assertThat(Connections.of(cloud)).isEqualTo(connections);

            api.put(bridges("south"));
            until(() -> filterTopic(service).equals("south/#"));
            assertThat(isRejected(service)).isFalse();
        }
    }

    @Test
    void keepsTheLastGoodConfigurationWhileTheApiIsAway() {
        api.start().put(bridges("north"));
        try (ServiceProcess service = pod.start().awaitReady()) {
            service.status().awaitOk("to-cloud");

            api.stop();
            until(() -> service.log().contains("will reconnect"));
            api.start().put(bridges("east"));
            until(() -> filterTopic(service).equals("east/#"));

            api.stop();
            assertThat(service.managementPost("/actuator/refresh", "").statusCode())
                    .isEqualTo(200);
            assertThat(filterTopic(service)).isEqualTo("east/#");
            assertThat(failures(service)).isPositive();

            api.start().put(bridges("south"));
            until(() -> filterTopic(service).equals("south/#"));
        }
    }

    @Test
    void startsWhileTheApiRefusesAndFollowsItLater() {
        api.refuse();
        try (ServiceProcess service = pod.start().awaitReady()) {
            assertThat(service.json("/status").get("bridge_count").asInt()).isZero();
            until(() -> service.log().contains("ConfigMaps cannot be watched"));

            api.start().put(bridges("north"));
            until(() -> filterTopic(service).equals("north/#"));
            api.put(bridges("south"));
            until(() -> filterTopic(service).equals("south/#"));
        }
    }

    @Test
    void startsWithoutTheConfigMapAndTakesItWhenItIsMade() {
        api.start();
        try (ServiceProcess service = pod.start().awaitReady()) {
            assertThat(service.json("/status").get("bridge_count").asInt()).isZero();

            api.put(bridges("north"));
            until(() -> filterTopic(service).equals("north/#"));
        }
    }

    /** Equal as long as none is lost and none is made. */
    private record Connections(int made, int open) {

        static Connections of(TcpProxy link) {
            return new Connections(link.connections(), link.open());
        }
    }

    private String bridges(String filter) {
        return """
                mqtt-dq:
                  remotes:
                    cloud: {server: "%s"}
                    plant: {server: "%s"}
                  bridges:
                    to-cloud: {remote: cloud, filter_topic: "%s/#", remote_topic: "cloud/${topic}"}
                    to-plant: {remote: plant, filter_topic: "plant/#", remote_topic: "far/${topic}"}
                """.formatted(cloud.address(), plant.address(), filter);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(SOON).until(condition);
    }

    /** How often the service said that it could not read the ConfigMap. */
    private static int failures(ServiceProcess service) {
        return service.log().split("Failed to load source", -1).length - 1;
    }

    private static boolean isRejected(ServiceProcess service) {
        return service.json("/status").path("config").asString("").equals("rejected");
    }

    private static String filterTopic(ServiceProcess service) {
        JsonNode config = service.json("/config");
        return config.at("/bridges/to-cloud/filter_topic").asString("");
    }
}
