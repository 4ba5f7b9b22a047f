package dev.mqttdq.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.deployment.ChartValues.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the chart holds of other files. {@code mvn test -Dtest=ChartFilesTest -Ddocuments.write=true} writes the table of
 * values and the copies anew.
 */
class ChartFilesTest {

    private static final Path CHART = Path.of("helm", "mqtt-dq");
    private static final Path PAGE = CHART.resolve("README.md");

    @Test
    void thePageHasEveryValue() throws IOException {
        expect(PAGE, values().inPage(Files.readString(PAGE)));
    }

    /** Copies, since Helm reads nothing outside of a chart and complains about links at each call. */
    @ParameterizedTest
    @ValueSource(strings = {"alerts.yaml", "dashboard.json"})
    void monitoringIsThatOfTheRepository(String file) throws IOException {
        expect(CHART.resolve("files").resolve(file), Files.readString(Path.of("grafana", file)));
    }

    @Test
    void theSchemaHasEveryValueAndNoOther() throws IOException {
        JsonNode schema = JsonMapper.shared().readTree(Files.readString(CHART.resolve("values.schema.json")));
        Set<String> known = new TreeSet<>();
        collect("", schema, known);
        // Helm's own.
        known.remove("global");

        assertThat(values().all())
                .extracting(Value::path)
                .filteredOn(path -> !isFree(path, known))
                .containsExactlyInAnyOrderElementsOf(known);
    }

    /** Whether it lies in an object that the schema leaves to the user, such as a security context. */
    private static boolean isFree(String path, Set<String> known) {
        return !known.contains(path)
                && known.stream().anyMatch(each -> path.startsWith(each + ".") && isLeaf(each, known));
    }

    private static boolean isLeaf(String path, Set<String> known) {
        return known.stream().noneMatch(each -> each.startsWith(path + "."));
    }

    private static void collect(String prefix, JsonNode schema, Set<String> paths) {
        schema.path("properties").properties().forEach(property -> {
            String path = prefix + property.getKey();
            paths.add(path);
            collect(path + ".", property.getValue(), paths);
        });
    }

    private static void expect(Path file, String content) throws IOException {
        if (Boolean.getBoolean("documents.write")) {
            Files.writeString(file, content);
        }
        assertThat(file).content().isEqualTo(content);
    }

    private static ChartValues values() throws IOException {
        return ChartValues.parse(Files.readString(CHART.resolve("values.yaml")));
    }
}
