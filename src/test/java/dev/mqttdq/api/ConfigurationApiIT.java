package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.MqttDqApplication;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The configuration over REST, against the whole service and a file. Its bridges need no broker to be configured. */
class ConfigurationApiIT {

    private static final String FILE = """
            remotes { cloud { server = "127.0.0.1:1", username = u, password = hush } }
            bridges { site { remote = cloud, filter_topic = "site/#", remote_topic = "up/${topic}", enable = false } }
            """;

    @TempDir
    static Path directory;

    private static Path file;
    private static ConfigurableApplicationContext service;
    private static Http http;

    private String tag;
    private long generation;

    @BeforeAll
    static void start() throws Exception {
        file = Files.writeString(directory.resolve("bridges.conf"), FILE);
        service = new SpringApplicationBuilder(MqttDqApplication.class)
                .run(
                        "--server.port=0",
                        "--management.server.port=0",
                        "--mqtt-dq.data-dir=" + directory.resolve("data"),
                        "--mqtt-dq.config-file=" + file,
                        "--mqtt-dq.local.server=127.0.0.1:1",
                        "--spring.security.user.name=" + ApiTest.USER,
                        "--spring.security.user.password=" + ApiTest.PASSWORD);
        http = new Http(service.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void readTag() throws Exception {
        HttpResponse<String> shown = http.get(PluginApi.BASE + "/config");
        tag = shown.headers().firstValue("ETag").orElseThrow();
        generation = Long.parseLong(tag.replaceFirst("^\"(\\d+)-[0-9a-f]{16}\"$", "$1"));
        assertThat(shown.body()).contains("\"generation\":" + generation + ",");
    }

    @Test
    void showsEverythingButSecrets() throws Exception {
        HttpResponse<String> response = http.get(PluginApi.BASE + "/config");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue(PluginApi.JSON);
        assertThat(response.body())
                .contains("\"filter_topic\":\"site/#\"", "\"max_inflight\":32", "\"password\":\"******\"")
                .doesNotContain("hush");
    }

    @Test
    void takesBackWhatItShowsAsNoChange() throws Exception {
        String shown = http.get(PluginApi.BASE + "/config").body();

        HttpResponse<String> response = put("?dry_run=true", shown);

        assertThat(shown).contains("\"base_dir\":\"emqx_bridge_mqtt_dq\"").doesNotContain("read_only");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"rebuilt\":[]", "\"reconfigured\":[]");
    }

    @Test
    void servesTheSchemaOfTheFile() throws Exception {
        HttpResponse<String> response = http.get(PluginApi.BASE + "/configuration.schema.json");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"filter_topic\"", "\"writeOnly\" : true");
    }

    @Test
    void refusesWithEveryProblem() throws Exception {
        String before = Files.readString(file);

        HttpResponse<String> response = put("", FILE.replace("remote = cloud", "remote = nowhere, pool_size = none"));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("nowhere", "bridges.site.pool_size", "\"code\":\"BAD_REQUEST\"");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void aDryRunSaysWhatWouldHappenAndDoesNothing() throws Exception {
        String before = Files.readString(file);

        HttpResponse<String> response = put("?dry_run=true", FILE.replace("site {", "other {"));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"dry_run\":true", "\"added\":[\"other\"]", "\"removed\":[\"site\"]");
        assertThat(Files.readString(file)).isEqualTo(before);
    }

    @Test
    void writesAppliesAndKeepsWhatWasThereBefore() throws Exception {
        String changed = FILE.replace("hush", "\"******\"").replace("site/#", "site/+/state");

        HttpResponse<String> response = put("", changed, "If-Match", tag);

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"generation\":" + (generation + 1), "\"rebuilt\":[\"site\"]");
        assertThat(http.get(PluginApi.BASE + "/config").body()).contains("\"filter_topic\":\"site/+/state\"");
        assertThat(Files.readString(file)).contains("hush").doesNotContain("******");
        try (Stream<Path> versions = Files.list(directory)) {
            assertThat(versions.filter(path -> path.getFileName().toString().startsWith("bridges.conf.")))
                    .isNotEmpty();
        }
    }

    @Test
    void doesNotOverwriteAChangeThatTheCallerHasNotSeen() throws Exception {
        Files.writeString(file, FILE + "remotes.cloud.username = somebody");

        for (String other : List.of(tag, quoted(generation), quoted(generation + 7), quoted(""))) {
            HttpResponse<String> response = put("", FILE, "If-Match", other);
            assertThat(response.statusCode()).as(other).isEqualTo(412);
            assertThat(response.body()).contains("\"code\":\"PRECONDITION_FAILED\"");
        }
        assertThat(put("", FILE, "If-Match", "*").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesWhatNoConfigurationIsAsLongAs() throws Exception {
        HttpResponse<String> response = put("", "#".repeat((4 << 20) + 1));

        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void tellsTheWayOfATopic() throws Exception {
        HttpResponse<String> response = http.get(PluginApi.BASE + "/route?topic=site/1/state");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("\"bridge\":\"site\"", "\"remote_topic\":\"up/site/1/state\"");
    }

    private static String quoted(Object tag) {
        return "\"" + tag + "\"";
    }

    private static HttpResponse<String> put(String query, String body, String... headers) throws Exception {
        return http.send("PUT", PluginApi.BASE + "/config" + query, body, headers);
    }
}
