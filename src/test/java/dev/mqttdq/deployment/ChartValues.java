package dev.mqttdq.deployment;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.comments.CommentLine;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** The values of the chart as its {@code values.yaml} explains them. */
final class ChartValues {

    private static final String BEGIN = "<!-- values -->\n";
    private static final String END = "<!-- /values -->\n";

    private final List<Value> values = new ArrayList<>();

    private ChartValues() {}

    /**
     * One value, or a group of them.
     *
     * @param path of its keys, joined by dots
     * @param fallback what holds by default; empty for a group
     * @param comment that stands above it; may be empty
     */
    record Value(String path, String fallback, String comment) {

        boolean isGroup() {
            return fallback.isEmpty();
        }
    }

    static ChartValues parse(String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setProcessComments(true);
        ChartValues values = new ChartValues();
        values.collect("", (MappingNode) new Yaml(new SafeConstructor(options)).compose(new StringReader(yaml)));
        return values;
    }

    Collection<Value> all() {
        return values;
    }

    /** The page with its table of values as it should be. */
    String inPage(String page) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        return page.substring(0, begin) + table() + page.substring(page.indexOf(END));
    }

    private String table() {
        return values.stream()
                .filter(value -> !value.isGroup() || !value.comment().isEmpty())
                .map(value -> "| `%s` | %s | %s |\n"
                        .formatted(
                                value.path(),
                                value.isGroup() ? "" : "`" + value.fallback() + "`",
                                value.comment().replace("|", "\\|")))
                .collect(Collectors.joining("", "| value | default | |\n|---|---|---|\n", ""));
    }

    private void collect(String prefix, MappingNode mapping) {
        for (NodeTuple entry : mapping.getValue()) {
            String path = prefix + ((ScalarNode) entry.getKeyNode()).getValue();
            Node value = entry.getValueNode();
            String comment = comment(entry.getKeyNode());
            if (value instanceof MappingNode group && !group.getValue().isEmpty()) {
                values.add(new Value(path, "", comment));
                collect(path + ".", group);
            } else {
                values.add(new Value(path, fallback(value), comment));
            }
        }
    }

    private static String fallback(Node node) {
        if (node instanceof ScalarNode scalar) {
            String text = scalar.getValue();
            return text.contains("\n") ? "see values.yaml" : text.isEmpty() ? "\"\"" : text;
        }
        return node instanceof SequenceNode list
                ? list.getValue().stream().map(ChartValues::fallback).collect(Collectors.joining(", ", "[", "]"))
                : "{}";
    }

    private static String comment(Node key) {
        List<CommentLine> lines = key.getBlockComments() == null ? List.of() : key.getBlockComments();
        return lines.stream()
                .map(CommentLine::getValue)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining(" "));
    }
}
