package dev.mqttdq.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.Publisher;
import dev.mqttdq.testkit.ServiceProcess;
import dev.mqttdq.testkit.StatusApi;
import dev.mqttdq.testkit.Subscriber;
import dev.mqttdq.testkit.TcpProxy;
import dev.mqttdq.testkit.TestBroker;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainCommandIT {

    private static final String CONFIG = """
            local { server = "%s" }
            remotes { far { server = "%s" } }
            bridges { b { remote = far, filter_topic = "drain/#", remote_topic = "${topic}" } }
            """;

    @TempDir
    Path directory;

    private final Map<String, String> variables = new HashMap<>(Map.of(
            "SPRING_SECURITY_USER_NAME", StatusApi.USERNAME, "SPRING_SECURITY_USER_PASSWORD", StatusApi.PASSWORD));
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void waitsForTheServiceAndTellsWhatRemains() {
        try (TestBroker local = TestBroker.started();
                TestBroker remote = TestBroker.started();
                TcpProxy toRemote = TcpProxy.to(remote);
                Publisher publisher = Publisher.to(local);
                Subscriber subscriber = Subscriber.to(remote, "drain/#");
                ServiceProcess service = ServiceProcess.builder("drain-command", directory.resolve("data"))
                        .config(CONFIG.formatted(local.address(), toRemote.address()))
                        .start()
                        .awaitReady()) {
            variables.put("MANAGEMENT_SERVER_PORT", Integer.toString(service.managementPort()));
            service.status().awaitOk("b");

            assertThat(run("drain", "--if-leaving")).isEqualTo(CommandLine.OK);
            assertThat(printed()).startsWith("not leaving: not in Kubernetes").endsWith("; nothing is drained\n");
            assertThat(service.status().bridge("b").status()).isEqualTo("ok");

            toRemote.refuse();
            service.status().await("b", stats -> stats.status().equals("disconnected"));
            publisher.publishEach(10, 1, "drain/t");
            service.status().await("b", stats -> stats.enqueue() == 10);
            assertThat(run("drain", "--deadline=10")).isEqualTo(CommandLine.REMAINS);
            assertThat(printed()).matches("expired\nb: 10 messages remain in /.+/b: remote not connected: .+\n");

            toRemote.accept();
            subscriber.awaitDistinct(10);
            assertThat(run("drain")).isEqualTo(CommandLine.OK);
            assertThat(printed()).isEqualTo("drained\nb: drained\n");
            assertThat(service.terminate()).isIn(0, 143);
        }
    }

    @Test
    void tellsWhatRemainsOfMessageQueues() {
        try (TestBroker local = TestBroker.started();
                Publisher publisher = Publisher.to(local);
                ServiceProcess service = ServiceProcess.builder("drain-queues", directory.resolve("data"))
                        .property("mqtt-dq.local.server", local.address())
                        .property("mqtt-dq.queues.listener.port", Integer.toString(Ports.free()))
                        .start()
                        .awaitReady()) {
            variables.put("MANAGEMENT_SERVER_PORT", Integer.toString(service.managementPort()));
            service.queues().createRegular("full", "full/#", "");
            service.queues().createRegular("idle", "idle/#", "");
            publisher.publishEach(10, 1, "full/t");
            service.queues().await("full", counts -> counts.messages() == 10);

            assertThat(run("drain", "--deadline=10")).isEqualTo(CommandLine.REMAINS);
            assertThat(printed())
                    .matches("expired\nqueue full: 10 messages remain in /.+/message_queues/\\w+: nobody consumes it\n"
                            + "queue idle: drained\n");

            service.queues().delete("full");
            assertThat(run("drain")).isEqualTo(CommandLine.OK);
            assertThat(printed()).isEqualTo("drained\nqueue idle: drained\n");
        }
    }

    @Test
    void doesNotTellThePasswordThatIsRefused() {
        try (ServiceProcess service = ServiceProcess.builder("drain-login", directory.resolve("data"))
                .start()
                .awaitReady()) {
            variables.put("SPRING_SECURITY_USER_PASSWORD", "not-the-password");

            assertThat(run("drain", "--port=" + service.managementPort())).isEqualTo(CommandLine.UNREACHABLE);
            assertThat(printed()).contains("refuses the login").doesNotContain("not-the-password");
        }
    }

    @Test
    void saysThatNobodyListens() {
        assertThat(run("drain", "--port=" + Ports.free())).isEqualTo(CommandLine.UNREACHABLE);

        assertThat(printed()).startsWith("the service does not answer: nobody listens at http://localhost:");
    }

    @Test
    void drainsAPodThatIsScaledAwayOnly() {
        KubernetesMockServer kubernetes = new KubernetesMockServer(false);
        kubernetes.init();
        try (TestBroker local = TestBroker.started();
                TestBroker remote = TestBroker.started();
                ServiceProcess service = ServiceProcess.builder("drain-pod", directory.resolve("data"))
                        .config(CONFIG.formatted(local.address(), remote.address()))
                        .property("spring.main.cloud-platform", "kubernetes")
                        .property("spring.profiles.active", "kubernetes")
                        .property(
                                "spring.cloud.kubernetes.client.master-url",
                                "http://127.0.0.1:" + kubernetes.getPort() + "/")
                        .property("spring.cloud.kubernetes.client.namespace", "test")
                        .property("spring.cloud.kubernetes.client.http2-disable", "true")
                        .env("HOSTNAME", "mqtt-dq-2")
                        .start()
                        .awaitReady()) {
            variables.put("MANAGEMENT_SERVER_PORT", Integer.toString(service.managementPort()));

            assertThat(run("drain", "--if-leaving")).isEqualTo(CommandLine.OK);
            assertThat(printed()).contains("not leaving");

            kubernetes
                    .expect()
                    .get()
                    .withPath("/apis/apps/v1/namespaces/test/statefulsets/mqtt-dq")
                    .andReturn(200, statefulSet(2))
                    .always();
            assertThat(run("drain", "--if-leaving")).isEqualTo(CommandLine.OK);
            assertThat(printed()).isEqualTo("drained\nb: drained\n");
        } finally {
            kubernetes.destroy();
        }
    }

    private static StatefulSet statefulSet(int replicas) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName("mqtt-dq")
                .withNamespace("test")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .endSpec()
                .build();
    }

    private int run(String... arguments) {
        out.reset();
        PrintStream printing = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new CommandLine(InputStream.nullInputStream(), printing, printing, variables::get).run(arguments);
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
