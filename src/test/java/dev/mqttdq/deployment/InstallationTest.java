package dev.mqttdq.deployment;

import static dev.mqttdq.deployment.Manifest.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.marcnuri.helm.Helm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What installing the chart does that rendering it does not show. */
class InstallationTest {

    private static final String SECRETS = "/api/v1/namespaces/mqtt-dq/secrets";
    private static final String LOGIN = SECRETS + "/mqtt-dq-login";

    private static final Pattern COMPRESSED = Pattern.compile("H4sI[A-Za-z0-9+/]+=*");

    private final FakeKubernetesApi api;

    InstallationTest() throws IOException {
        api = new FakeKubernetesApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void makesALogin() {
        install();

        JsonNode login = createdSecret("mqtt-dq-login");
        assertThat(decoded(login, "username")).isEqualTo("mqtt-dq");
        assertThat(decoded(login, "password")).matches("[A-Za-z0-9]{32}");
    }

    @Test
    void keepsTheLoginThatIsThere() {
        api.with(LOGIN, """
                {"kind": "Secret", "apiVersion": "v1", "type": "Opaque",
                 "metadata": {"name": "mqtt-dq-login", "namespace": "mqtt-dq",
                  "labels": {"app.kubernetes.io/managed-by": "Helm"},
                  "annotations": {"meta.helm.sh/release-name": "mqtt-dq", "meta.helm.sh/release-namespace": "mqtt-dq"}},
                 "data": {"username": "b3Bz", "password": "a2VwdA=="}}""");

        install();

        // Labels of this version of the chart, nothing else.
        assertThat(writes("PATCH " + LOGIN + " "))
                .singleElement()
                .asString()
                .contains("helm.sh/chart")
                .doesNotContain("password", "username");
    }

    @Test
    void bringsATestWhosePodNoServiceSelects() throws IOException {
        install();

        JsonNode hook = release().at("/hooks/0");
        Object test = at(Manifest.parse(hook.get("manifest").asString()), "Pod/mqtt-dq-test", "metadata", "labels");
        assertThat(hook.at("/events/0").asString()).isEqualTo("test");
        assertThat(at(test, "app.kubernetes.io/name")).isEqualTo("mqtt-dq-test");
        assertThat(writes("POST /api/v1/namespaces/mqtt-dq/services "))
                .hasSize(2)
                .allSatisfy(service -> assertThat(JsonMapper.shared()
                                .readTree(service)
                                .get("spec")
                                .get("selector")
                                .get("app.kubernetes.io/name")
                                .asString())
                        .isEqualTo("mqtt-dq"));
    }

    /** What Helm notes of a release: JSON, compressed, in Base64, inside of Protocol Buffers. */
    private JsonNode release() throws IOException {
        Matcher note = COMPRESSED.matcher(String.join("", writes("POST " + SECRETS + " ")));
        assertThat(note.find()).isTrue();
        try (InputStream json =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(note.group())))) {
            return JsonMapper.shared().readTree(json);
        }
    }

    private JsonNode createdSecret(String name) {
        return writes("POST " + SECRETS + " ").stream()
                .filter(body -> body.startsWith("{"))
                .map(JsonMapper.shared()::readTree)
                .filter(secret -> secret.at("/metadata/name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void install() {
        new Helm(Path.of("helm", "mqtt-dq"))
                .install()
                .withName("mqtt-dq")
                .withNamespace("mqtt-dq")
                .set("secrets.generateLogin", "true")
                .disableOpenApiValidation()
                .withKubeConfigContents(api.kubeConfig())
                .call();
    }

    /** The bodies of the writes that begin so. */
    private List<String> writes(String start) {
        return api.writes().stream()
                .filter(write -> write.startsWith(start))
                .map(write -> write.substring(start.length()))
                .toList();
    }

    private static String decoded(JsonNode secret, String key) {
        return new String(Base64.getDecoder().decode(secret.at("/data/" + key).asString()), StandardCharsets.UTF_8);
    }
}
