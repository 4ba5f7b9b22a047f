package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.api.Sample.Label;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {

    @Test
    void escapesLabelValues() {
        byte[] text =
                PrometheusText.write(List.of(Sample.of(Series.ENQUEUE, List.of(new Label("bridge", "a\"b\\c\nd")), 1)));

        assertThat(new String(text, StandardCharsets.UTF_8))
                .contains("emqx_bridge_mqtt_dq_bridge_enqueue_total{bridge=\"a\\\"b\\\\c\\nd\"} 1.0\n");
    }

    @Test
    void namesEverySeriesAsTheCatalogueDoes() {
        for (Series series : Series.values()) {
            String text =
                    new String(PrometheusText.write(List.of(Sample.of(series, List.of(), 1))), StandardCharsets.UTF_8);

            assertThat(text.lines())
                    .containsExactly(
                            "# HELP " + series.metric() + " " + series.help(),
                            "# TYPE " + series.metric() + " "
                                    + (series.kind() == Series.Kind.COUNTER ? "counter" : "gauge"),
                            series.metric() + " 1.0");
        }
    }
}
