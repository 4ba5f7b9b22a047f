package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds dashboard and alert rules against the metrics of the running service, whose brokers are all away. */
class MonitoringFilesIT {

    private static final Path FOLDER = Path.of("grafana");
    private static final Pattern METRIC = Pattern.compile("\\b(?:emqx_bridge_mqtt_dq|mqtt_dq)_[a-z_]+\\b");
    private static final Pattern LABELS = Pattern.compile("\\b([a-z_]+)(?:=~|!~|!=|=)\\\\?\"");
    private static final Pattern SCRAPED = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? \\S+$");

    private static String scrape = "";

    @BeforeAll
    static void scrapeService(@TempDir Path data) throws Exception {
        try (RunningService service = new RunningService(data)) {
            await("the bridge has opened its partitions")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> {
                        service.refreshMeters();
                        scrape =
                                service.management().get("/actuator/prometheus").body();
                        return scrape.contains(Series.BUFFERED.metric());
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dashboard.json", "alerts.yaml"})
    void nameOnlyMetricsAndLabelsThatThereAre(String file) throws Exception {
        String text = Files.readString(FOLDER.resolve(file));
        Set<String> metrics = find(METRIC, text);
        metrics.removeIf(metric -> metric.startsWith("mqtt_dq_publish_dropped"));
        Set<String> labels = find(LABELS, text);
        // Prometheus adds it.
        labels.remove("instance");

        assertThat(metrics).isNotEmpty().isSubsetOf(scrapedMetrics());
        assertThat(labels).isNotEmpty().isSubsetOf(scrapedLabels());
    }

    @Test
    void dashboardShowsEverySeries() throws Exception {
        String dashboard = Files.readString(FOLDER.resolve("dashboard.json"));
        String alerts = Files.readString(FOLDER.resolve("alerts.yaml"));

        assertThat(Arrays.stream(Series.values()).map(Series::metric))
                .filteredOn(metric -> !dashboard.contains(metric) && !alerts.contains(metric))
                .containsExactlyInAnyOrder(
                        Series.DEQUEUE.metric(),
                        Series.SUMMARY_BUFFERED.metric(),
                        Series.CONFIG_GENERATION.metric(),
                        Series.CONFIG_RELOAD.metric());
    }

    @Test
    void alertRulesFireWhenTheyShould() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/promtool")), "no promtool");
        Process promtool = new ProcessBuilder("/usr/bin/promtool", "test", "rules", "alerts.test.yaml")
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(promtool.waitFor()).as(output).isZero();
    }

    private static Set<String> scrapedMetrics() {
        return SCRAPED.matcher(scrape).results().map(line -> line.group(1)).collect(Collectors.toSet());
    }

    private static Set<String> scrapedLabels() {
        return SCRAPED.matcher(scrape)
                .results()
                .filter(line -> line.group(2) != null)
                .flatMap(line -> find(LABELS, line.group(2)).stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> find(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount()));
        }
        return found;
    }
}
