package dev.mqttdq.testkit;

import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.extension.sdk.api.auth.SimpleAuthenticator;
import com.hivemq.extension.sdk.api.auth.parameter.SimpleAuthInput;
import com.hivemq.extension.sdk.api.auth.parameter.SimpleAuthOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStartOutput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopInput;
import com.hivemq.extension.sdk.api.parameter.ExtensionStopOutput;
import com.hivemq.extension.sdk.api.services.Services;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * HiveMQ Community Edition inside the test's own JVM: MQTT 3.1, 3.1.1 and 5 wherever Java runs. It keeps everything in
 * memory, so {@link #stop} ends all sessions; {@link #persistent} keeps them in files until {@link #close}. A stop takes
 * about four seconds.
 */
public final class EmbeddedBroker implements TestBroker {

    private final TemporaryDirectory directory = new TemporaryDirectory("hivemq");
    private final int port;
    private final @Nullable EmbeddedExtension login;
    private @Nullable EmbeddedHiveMQ broker;

    private EmbeddedBroker(int port, boolean persistent, @Nullable EmbeddedExtension login) {
        this.port = port;
        this.login = login;
        directory.createDirectory("data");
        directory.createDirectory("extensions");
        directory.createDirectory("conf");
        directory.write("conf/config.xml", config(port, persistent));
    }

    /** In memory, for everybody, running. */
    public static EmbeddedBroker started() {
        return started(new EmbeddedBroker(Ports.free(), false, null));
    }

    /** As {@link #started()}, on a port of the caller's choice. */
    public static EmbeddedBroker started(int port) {
        return started(new EmbeddedBroker(port, false, null));
    }

    /** Sessions and retained messages outlast a stop; running. */
    public static EmbeddedBroker persistent() {
        return started(new EmbeddedBroker(Ports.free(), true, null));
    }

    /** In memory, for this login only (others are refused as "bad user name or password"); running. */
    public static EmbeddedBroker withLogin(String username, String password) {
        EmbeddedExtension extension = EmbeddedExtension.builder()
                .withId("login")
                .withName("Login")
                .withVersion("1")
                .withExtensionMain(new LoginExtension(username, password))
                .build();
        return started(new EmbeddedBroker(Ports.free(), false, extension));
    }

    private static EmbeddedBroker started(EmbeddedBroker broker) {
        broker.start();
        return broker;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void start() {
        if (broker != null) {
            return;
        }
        var builder = EmbeddedHiveMQ.builder()
                // It would replace the logging of the whole JVM.
                .withoutLoggingBootstrap()
                .withConfigurationFolder(directory.resolve("conf"))
                .withDataFolder(directory.resolve("data"))
                .withExtensionsFolder(directory.resolve("extensions"));
        if (login != null) {
            builder.withEmbeddedExtension(login);
        }
        EmbeddedHiveMQ starting = builder.build();
        starting.start().join();
        broker = starting;
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.stop().join();
            broker = null;
        }
    }

    @Override
    public void close() {
        stop();
        directory.close();
    }

    /** Its defaults drop all but 1000 queued messages of a client and take 10 unacknowledged ones at a time. */
    private static String config(int port, boolean persistent) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <hivemq>
                  <listeners>
                    <tcp-listener><port>%d</port><bind-address>127.0.0.1</bind-address></tcp-listener>
                  </listeners>
                  <mqtt>
                    <queued-messages><max-queue-size>1000000</max-queue-size></queued-messages>
                    <receive-maximum><server-receive-maximum>1000</server-receive-maximum></receive-maximum>
                  </mqtt>
                  <persistence><mode>%s</mode></persistence>
                  <anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics>
                </hivemq>
                """.formatted(port, persistent ? "file" : "in-memory");
    }

    private record LoginExtension(String username, String password) implements ExtensionMain {

        @Override
        public void extensionStart(ExtensionStartInput input, ExtensionStartOutput output) {
            Services.securityRegistry().setAuthenticatorProvider(provider -> new LoginCheck(username, password));
        }

        @Override
        public void extensionStop(ExtensionStopInput input, ExtensionStopOutput output) {}
    }

    private record LoginCheck(String username, String password) implements SimpleAuthenticator {

        @Override
        public void onConnect(SimpleAuthInput input, SimpleAuthOutput output) {
            var packet = input.getConnectPacket();
            String givenName = packet.getUserName().orElse("");
            String givenPassword = packet.getPassword().map(LoginCheck::text).orElse("");
            if (givenName.equals(username) && givenPassword.equals(password)) {
                output.authenticateSuccessfully();
            } else {
                output.failAuthentication();
            }
        }

        private static String text(ByteBuffer bytes) {
            return StandardCharsets.UTF_8.decode(bytes).toString();
        }
    }
}
