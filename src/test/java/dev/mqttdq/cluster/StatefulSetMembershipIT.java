package dev.mqttdq.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.cluster.Membership.Outlook;
import dev.mqttdq.testkit.Ports;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatefulSetMembershipIT {

    private static final String PATH = "/apis/apps/v1/namespaces/test/statefulsets/mqtt-dq";

    private final KubernetesMockServer server = new KubernetesMockServer(false);
    private KubernetesClient client;

    @BeforeEach
    void begin() {
        server.init();
        client = server.createClient();
    }

    @AfterEach
    void end() {
        client.close();
        server.destroy();
    }

    @ParameterizedTest
    @CsvSource({
        "3, 0, mqtt-dq-2, false",
        "2, 0, mqtt-dq-2, true",
        "1, 0, mqtt-dq-2, true",
        "1, 0, mqtt-dq-0, false",
        ", 0, mqtt-dq-0, false",
        ", 0, mqtt-dq-1, true",
        "2, 5, mqtt-dq-6, false",
        "2, 5, mqtt-dq-7, true",
        "0, 0, mqtt-dq-0, false",
        "0, 0, mqtt-dq-2, false"
    })
    void leavesWhereOthersStayWithoutIt(Integer replicas, int firstOrdinal, String pod, boolean leaving) {
        answer(200, set(replicas, firstOrdinal).build());

        assertThat(outlook(pod).leaving()).isEqualTo(leaving);
    }

    @Test
    void staysWhereTheStatefulSetIsBeingDeleted() {
        answer(
                200,
                set(1, 0)
                        .editMetadata()
                        .withDeletionTimestamp("2026-01-01T00:00:00Z")
                        .endMetadata()
                        .build());

        assertThat(outlook("mqtt-dq-2")).isEqualTo(Outlook.stays("StatefulSet mqtt-dq is deleted: nobody takes over"));
    }

    @Test
    void staysWhereTheStatefulSetIsGone() {
        assertThat(outlook("mqtt-dq-2")).isEqualTo(Outlook.stays("StatefulSet mqtt-dq is deleted: nobody takes over"));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 500, 503})
    void staysWhereTheApiRefuses(int status) {
        answer(status, "");

        assertThat(outlook("mqtt-dq-2").leaving()).isFalse();
        assertThat(outlook("mqtt-dq-2").reason()).endsWith("it answers " + status);
    }

    @Test
    void staysWhereNobodyListens() {
        assertThat(outlookAt(Ports.free()).leaving()).isFalse();
    }

    @Test
    void staysWhereTheApiNeverAnswers() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(outlookAt(silent.getLocalPort()).leaving()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mqtt-dq", "mqtt-dq-", "worker-a", "mqtt-dq-99999999999"})
    void staysWhereItIsNoPodOfAStatefulSet(String name) {
        assertThat(outlook(name)).isEqualTo(Outlook.stays("the pod's name " + name + " has no ordinal"));
    }

    private Outlook outlook(String pod) {
        return new StatefulSetMembership(client, pod).outlook();
    }

    private static Outlook outlookAt(int port) {
        try (KubernetesClient elsewhere = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + port)
                        .withNamespace("test")
                        .build())
                .build()) {
            return new StatefulSetMembership(elsewhere, "mqtt-dq-2").outlook();
        }
    }

    private void answer(int status, Object body) {
        server.expect().get().withPath(PATH).andReturn(status, body).always();
    }

    private static StatefulSetBuilder set(Integer replicas, int firstOrdinal) {
        StatefulSet set = new StatefulSetBuilder()
                .withNewMetadata()
                .withName("mqtt-dq")
                .withNamespace("test")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewOrdinals(firstOrdinal)
                .endSpec()
                .build();
        return new StatefulSetBuilder(set);
    }
}
