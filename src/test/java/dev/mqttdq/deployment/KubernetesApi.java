package dev.mqttdq.deployment;

import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.ServiceProcess;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.ServerRequest;
import io.fabric8.mockwebserver.ServerResponse;
import io.fabric8.mockwebserver.http.Dispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The API of a cluster with one ConfigMap in it. It may be away, refuse everybody, and come back under its address. */
final class KubernetesApi implements AutoCloseable {

    /** Held, since a logger that nobody holds forgets its level. */
    private static final Logger REQUESTS = Logger.getLogger(MockWebServer.class.getName());

    private static final String NAMESPACE = "plant";
    private static final String CONFIG_MAP = "mqtt-dq";
    private static final String KEY = "application.yaml";

    private final int port = Ports.free();
    private final Dispatcher resources = new KubernetesCrudDispatcher();
    private @Nullable KubernetesMockServer server;

    KubernetesApi() {
        REQUESTS.setLevel(Level.WARNING);
    }

    /** Answers from now on. */
    KubernetesApi start() {
        return start(resources);
    }

    /** Answers 403 to whatever it is asked from now on. */
    KubernetesApi refuse() {
        return start(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse().setResponseCode(403);
            }
        });
    }

    /** Nobody listens any more; what was in it stays. */
    void stop() {
        if (server != null) {
            server.destroy();
            server = null;
        }
    }

    /** Makes the ConfigMap, or changes it by a PATCH. */
    void put(String yaml) {
        configMap(resource -> {
            if (resource.get() == null) {
                resource.create();
            }
            resource.edit(map -> new ConfigMapBuilder(map).addToData(KEY, yaml).build());
        });
    }

    /** Takes the ConfigMap away. */
    void delete() {
        configMap(Resource::delete);
    }

    /** Lets a service believe that it runs in a pod of this cluster. */
    ServiceProcess.Builder pod(ServiceProcess.Builder service) {
        return service.env("KUBERNETES_SERVICE_HOST", "127.0.0.1")
                .env("KUBERNETES_SERVICE_PORT", Integer.toString(port))
                .property("spring.cloud.kubernetes.client.master-url", "http://127.0.0.1:" + port + "/")
                .property("spring.cloud.kubernetes.client.namespace", NAMESPACE)
                .property("spring.cloud.kubernetes.client.http2-disable", "true")
                .property("spring.cloud.kubernetes.config.name", CONFIG_MAP);
    }

    @Override
    public void close() {
        stop();
    }

    private KubernetesApi start(Dispatcher dispatcher) {
        stop();
        Map<ServerRequest, Queue<ServerResponse>> responses = new HashMap<>();
        server = new KubernetesMockServer(new Context(), new MockWebServer(), responses, dispatcher, false);
        server.init(InetAddress.getLoopbackAddress(), port);
        return this;
    }

    private void configMap(Consumer<Resource<ConfigMap>> change) {
        if (server == null) {
            throw new IllegalStateException("not started");
        }
        ConfigMap named = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(CONFIG_MAP)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .build();
        try (KubernetesClient client = server.createClient()) {
            change.accept(client.configMaps().inNamespace(NAMESPACE).resource(named));
        }
    }
}
