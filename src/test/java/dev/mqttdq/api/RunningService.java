package dev.mqttdq.api;

import dev.mqttdq.MqttDqApplication;
import java.nio.file.Path;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service in this process, on free ports, with one bridge and one queue whose brokers are all away. */
final class RunningService implements AutoCloseable {

    static final String SECRET = "s3cr3t-value";

    private final ConfigurableApplicationContext context;

    RunningService(Path dataDir) {
        context = SpringApplication.run(
                MqttDqApplication.class,
                "--server.port=0",
                "--management.server.port=0",
                "--spring.security.user.name=" + ApiTest.USER,
                "--spring.security.user.password=" + ApiTest.PASSWORD,
                "--spring.cloud.kubernetes.enabled=false",
                "--mqtt-dq.data-dir=" + dataDir,
                "--mqtt-dq.local.server=localhost:1",
                "--mqtt-dq.local.username=bridge",
                "--mqtt-dq.local.password=local-" + SECRET,
                "--mqtt-dq.remotes.cloud.server=localhost:1",
                "--mqtt-dq.remotes.cloud.username=bridge",
                "--mqtt-dq.remotes.cloud.password=remote-" + SECRET,
                "--mqtt-dq.bridges.to-cloud.remote=cloud",
                "--mqtt-dq.bridges.to-cloud.filter_topic=devices/#",
                "--mqtt-dq.bridges.to-cloud.remote_topic=fwd/x",
                "--mqtt-dq.queues.listener.enabled=false",
                "--mqtt-dq.queues.listener.users.worker={noop}worker-" + SECRET,
                "--mqtt-dq.queues.declare.declared.topic-filter=declared/#",
                "--mqtt-dq.queues.declare.declared.limits.max-message-count=100000",
                "--mqtt-dq.queues.declare.declared.limits.max-message-bytes=1GB");
    }

    Http http() {
        return new Http(port("local.server.port"));
    }

    Http management() {
        return new Http(port("local.management.port"));
    }

    void refreshMeters() {
        context.getBean(BridgeMeters.class).refresh();
    }

    private int port(String property) {
        return Integer.parseInt(context.getEnvironment().getRequiredProperty(property));
    }

    @Override
    public void close() {
        context.close();
    }
}
