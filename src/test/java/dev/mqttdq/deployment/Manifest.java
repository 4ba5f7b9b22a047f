package dev.mqttdq.deployment;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Kubernetes resources as trees. */
final class Manifest {

    private Manifest() {}

    /** The resources of a stream of YAML documents by {@code kind/name}. */
    static Map<String, Map<String, Object>> parse(String yaml) {
        Map<String, Map<String, Object>> resources = new TreeMap<>();
        Iterable<Object> documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(yaml);
        StreamSupport.stream(documents.spliterator(), false)
                .filter(Objects::nonNull)
                .map(Manifest::map)
                .forEach(resource ->
                        resources.put(resource.get("kind") + "/" + at(resource, "metadata", "name"), resource));
        return resources;
    }

    /** The same without what only Helm may say of a resource, and without its hooks. */
    static Map<String, Map<String, Object>> withoutHelm(Map<String, Map<String, Object>> resources) {
        resources.values().removeIf(Manifest::isHook);
        resources.values().forEach(resource -> {
            Map<String, Object> labels = map(at(resource, "metadata", "labels"));
            labels.remove("helm.sh/chart");
            labels.remove("app.kubernetes.io/managed-by");
        });
        return resources;
    }

    /** What stands at the end of this path of keys and list indices. */
    static Object at(Object tree, Object... path) {
        Object node = tree;
        for (Object step : path) {
            node = step instanceof Integer index
                    ? ((List<?>) node).get(index)
                    : Objects.requireNonNull(map(node).get(step), () -> "nothing at " + step);
        }
        return node;
    }

    private static boolean isHook(Map<String, Object> resource) {
        Object annotations = map(at(resource, "metadata")).get("annotations");
        return annotations != null && map(annotations).containsKey("helm.sh/hook");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object node) {
        return (Map<String, Object>) node;
    }
}
