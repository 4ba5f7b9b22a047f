package dev.mqttdq.bridge;

import dev.mqttdq.MqttDqApplication;
import dev.mqttdq.config.ConfigurationService;
import dev.mqttdq.config.Reload;
import dev.mqttdq.testkit.Ports;
import dev.mqttdq.testkit.StatusApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The whole service inside the test's own JVM. */
final class InProcessService implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final Path config;
    private final StatusApi status;

    private InProcessService(ConfigurableApplicationContext context, Path config) {
        this.context = context;
        this.config = config;
        status = new StatusApi(context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    /**
     * Starts it.
     *
     * @param directory for its data and its configuration
     * @param hocon its {@code config-file}
     * @param properties further settings, as {@code --key=value}
     */
    static InProcessService start(Path directory, String hocon, String... properties) {
        try {
            Path config = Files.writeString(directory.resolve("bridges.conf"), hocon);
            int port = Ports.free();
            return new InProcessService(
                    new SpringApplicationBuilder(MqttDqApplication.class)
                            .run(Stream.concat(
                                            Stream.of(
                                                    "--server.port=" + port,
                                                    // Who is one of several is all of them, unless a test says
                                                    // otherwise.
                                                    "--mqtt-dq.cluster.peers=127.0.0.1:" + port,
                                                    "--management.server.port=0",
                                                    "--mqtt-dq.data-dir=" + directory.resolve("data"),
                                                    "--mqtt-dq.config-file=" + config,
                                                    "--spring.security.user.name=" + StatusApi.USERNAME,
                                                    "--spring.security.user.password=" + StatusApi.PASSWORD),
                                            Stream.of(properties))
                                    .toArray(String[]::new)),
                    config);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the file and waits until it is in force, or refused; {@code UNCHANGED} where the watcher was quicker. */
    Reload reconfigure(String hocon) {
        try {
            // At once, as the service watches the file and takes what it finds there.
            Path written = Files.writeString(config.resolveSibling("bridges.conf.new"), hocon);
            Files.move(written, config, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bean(ConfigurationService.class).reload().join();
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    StatusApi status() {
        return status;
    }

    @Override
    public void close() {
        context.close();
    }
}
