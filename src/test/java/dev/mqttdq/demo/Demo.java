package dev.mqttdq.demo;

import dev.mqttdq.MqttDqApplication;
import dev.mqttdq.bridge.BridgeSnapshots;
import dev.mqttdq.testkit.EmbeddedBroker;
import dev.mqttdq.testkit.Ports;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Starts two brokers, the service with a bridge between them, and three devices that publish. Enter takes the remote
 * away and brings it back. The queue lies in {@code target/demo}: what is in it when the demo ends is sent by the next.
 */
public final class Demo {

    private static final Path DIRECTORY = Path.of("target", "demo");

    private Demo() {}

    public static void main(String[] args) {
        int restPort = preferred(8080);
        EmbeddedBroker local = EmbeddedBroker.started(preferred(1883));
        RemoteSite remote = new RemoteSite(preferred(1884), DIRECTORY.resolve("remote-down"));
        remote.printArrivals("up/#");

        SpringApplication service = new SpringApplication(MqttDqApplication.class);
        service.setDefaultProperties(settings(local, remote, restPort));
        ConfigurableApplicationContext context = service.run(args);

        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Demo::daemon);
        Devices devices = new Devices(local);
        QueueDepth depth = new QueueDepth(context.getBean(BridgeSnapshots.class));
        every(1000, devices::publish, clock);
        every(1000, depth::print, clock);
        every(250, remote::obeyFile, clock);

        System.out.print(welcome(local, remote, restPort));
        remote.obeyEnter();
    }

    private static Map<String, Object> settings(EmbeddedBroker local, RemoteSite remote, int restPort) {
        return Map.ofEntries(
                Map.entry("server.port", restPort),
                Map.entry("management.server.port", preferred(8081)),
                Map.entry("spring.security.user.name", "demo"),
                Map.entry("spring.security.user.password", "demo"),
                Map.entry("spring.main.banner-mode", "off"),
                Map.entry("logging.level.org.springframework", "warn"),
                Map.entry("logging.level.org.apache", "warn"),
                Map.entry("mqtt-dq.data-dir", DIRECTORY.resolve("data").toString()),
                Map.entry("mqtt-dq.local.server", local.address()),
                Map.entry("mqtt-dq.remotes.site.server", remote.address()),
                Map.entry("mqtt-dq.bridges.demo.remote", "site"),
                Map.entry("mqtt-dq.bridges.demo.proto_ver", "v5"),
                Map.entry("mqtt-dq.bridges.demo.filter_topic", "devices/#"),
                Map.entry("mqtt-dq.bridges.demo.remote_topic", "up/${topic}"));
    }

    private static String welcome(EmbeddedBroker local, RemoteSite remote, int restPort) {
        return """

                ------------------------------------------------------------------------------------------
                 Three devices publish to devices/<name>/temperature at the local broker  %s.
                 The bridge "demo" sends it on as up/devices/<name>/temperature to the remote %s.

                 Page      http://localhost:%d/ (user demo, password demo)
                 Status    curl -u demo:demo http://localhost:%d/api/v5/plugin_api/emqx_bridge_mqtt_dq/stats
                 Remote    press Enter to take it away, and again to bring it back
                           (without a terminal: touch %s, and rm it)
                 Publish   your own: mosquitto_pub -p %d -q 1 -t devices/me/hello -m hi
                 End       Ctrl-C
                ------------------------------------------------------------------------------------------

                """.formatted(local.address(), remote.address(), restPort, restPort, remote.file(), local.port());
    }

    /** This port, or another where it is taken. */
    private static int preferred(int port) {
        return Ports.accepts(port) ? Ports.free() : port;
    }

    private static void every(long millis, Runnable task, ScheduledExecutorService clock) {
        var unused = clock.scheduleAtFixedRate(task, millis, millis, TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable body) {
        Thread thread = new Thread(body, "demo");
        thread.setDaemon(true);
        return thread;
    }
}
