package dev.mqttdq.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes what stands in several places about the fields, from the one table of them. */
final class ConfigurationDocuments {

    private static final Pattern BLOCK =
            Pattern.compile("(<!-- fields: ([\\w.]+) -->\n).*?(<!-- /fields -->)", Pattern.DOTALL);

    private static final List<ServiceProperty> SERVICE = List.of(
            new ServiceProperty(
                    "config-file", "", "File with `bridges`, `remotes` and `local`, in HOCON, JSON or YAML. Watched."),
            new ServiceProperty("data-dir", "./data", "Directory of everything that is stored."),
            new ServiceProperty("node-name", "", "Name of this instance; the host's name by default."));

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ConfigurationDocuments() {}

    private record ServiceProperty(String name, String defaultText, String description) {}

    /** A page with the tables between its marks made anew. */
    static String reference(String page) {
        return BLOCK.matcher(page)
                .replaceAll(block -> Matcher.quoteReplacement(block.group(1) + table(block.group(2)) + block.group(3)));
    }

    private static String table(String name) {
        StringBuilder table = new StringBuilder("| field | value | default | |\n|---|---|---|---|\n");
        if (name.equals("service")) {
            SERVICE.forEach(property -> table.append("| `mqtt-dq.%s` | text | %s | %s |\n"
                    .formatted(property.name(), code(property.defaultText()), property.description())));
        } else {
            Section.named(name)
                    .orElseThrow()
                    .fields()
                    .forEach(field -> table.append("| %s | %s | %s | %s |\n"
                            .formatted(
                                    field.key().isEmpty() ? "*itself*" : code(field.key()),
                                    value(field.type()),
                                    field.required() ? "**required**" : code(field.defaultText()),
                                    field.description())));
        }
        return table.toString();
    }

    private static String value(FieldType<?> type) {
        return switch (type.kind()) {
            case BOOLEAN -> "`true`, `false`";
            case INTEGER ->
                "integer, " + (isUnbounded(type) ? type.min() + " or more" : type.min() + " to " + type.max());
            case TEXT -> "text";
            case SECRET -> "text, never shown";
            case SIZE -> "size";
            case DURATION -> "duration";
            case CHOICE -> "`" + String.join("`, `", type.choices()) + "`";
            case LIST -> "list";
        };
    }

    private static boolean isUnbounded(FieldType<?> type) {
        Long max = type.max();
        return max != null && max == Integer.MAX_VALUE;
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    /** Metadata by which editors complete {@code application.yaml}. */
    static String metadata() {
        List<Map<String, Object>> properties = new ArrayList<>();
        SERVICE.forEach(service -> properties.add(
                property(service.name(), "java.lang.String", service.defaultText(), service.description())));
        for (Section section : Section.values()) {
            if (section.isNamed()) {
                properties.add(property(
                        section.key().replace('_', '-'),
                        section.isList()
                                ? "java.util.List<java.util.Map<java.lang.String,java.lang.Object>>"
                                : "java.util.Map<java.lang.String,java.util.Map<java.lang.String,java.lang.Object>>",
                        "",
                        "The " + section.key() + (section.isList() ? " in order" : " by name")
                                + "; their fields are in docs/configuration.md."));
            } else {
                section.fields()
                        .forEach(field -> properties.add(property(
                                field.at(section.key()).replace('_', '-'),
                                javaType(field.type()),
                                field.defaultText(),
                                field.description())));
            }
        }
        return JSON.writeValueAsString(Map.of("properties", properties)) + "\n";
    }

    private static Map<String, Object> property(String name, String type, String defaultText, String description) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("name", "mqtt-dq." + name);
        property.put("type", type);
        property.put("description", description.replace("`", ""));
        if (!defaultText.isEmpty()) {
            property.put("defaultValue", typed(defaultText));
        }
        return property;
    }

    private static String javaType(FieldType<?> type) {
        return switch (type.kind()) {
            case BOOLEAN -> "java.lang.Boolean";
            case INTEGER -> "java.lang.Integer";
            case LIST -> "java.util.List<java.lang.String>";
            default -> "java.lang.String";
        };
    }

    /** JSON schema of the file. */
    static String schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Section section : Section.OF_FILE) {
            if (section.elements().size() == 1) {
                properties.put(section.key(), schema(section));
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", "Configuration file of mqtt-dq");
        schema.putAll(object(properties));
        return JSON.writeValueAsString(schema) + "\n";
    }

    private static Map<String, Object> schema(Section section) {
        Map<String, Object> item = itemSchema(section);
        if (!section.isNamed()) {
            return item;
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        if (section.isList()) {
            schema.put("type", "array");
            schema.put("items", item);
        } else {
            schema.put("type", "object");
            section.namePattern().ifPresent(pattern -> schema.put("propertyNames", Map.of("pattern", pattern)));
            schema.put("additionalProperties", item);
        }
        return schema;
    }

    private static Map<String, Object> itemSchema(Section section) {
        List<Field<?>> fields = section.fields().stream()
                .filter(field -> !field.key().isEmpty())
                .toList();
        Map<String, Object> whole = section.fields().stream()
                .filter(field -> field.key().isEmpty())
                .findFirst()
                .map(ConfigurationDocuments::schema)
                .orElse(Map.of());
        if (fields.isEmpty()) {
            return whole;
        }
        Map<String, Object> object = object(section, fields);
        return whole.isEmpty() ? object : Map.of("anyOf", List.of(whole, object));
    }

    private static Map<String, Object> object(Section section, List<Field<?>> fields) {
        FieldTree properties = new FieldTree();
        List<String> required = new ArrayList<>();
        for (Field<?> field : fields) {
            put(properties, field.key(), schema(field));
            field.aliases().forEach(alias -> put(properties, alias, aliasSchema(field)));
            if (field.required()) {
                required.add(field.key());
            }
        }
        for (Section below : section.directlyBelow()) {
            put(properties, below.key().substring(section.key().length() + 1), schema(below));
        }
        Map<String, Object> schema = object(properties.map());
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /** Puts the schema of a property whose dots lead into groups. */
    private static void put(FieldTree properties, String key, Map<String, Object> schema) {
        int dot = key.indexOf('.');
        if (dot < 0) {
            properties.put(key, schema);
        } else {
            FieldTree group = properties.group(key.substring(0, dot));
            group.put("type", "object");
            group.put("additionalProperties", false);
            put(group.group("properties"), key.substring(dot + 1), schema);
        }
    }

    private static Map<String, Object> object(Map<String, Object> properties) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("additionalProperties", false);
        schema.put("properties", properties);
        return schema;
    }

    private static Map<String, Object> schema(Field<?> field) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", field.description().replace("`", ""));
        FieldType<?> type = field.type();
        switch (type.kind()) {
            case BOOLEAN -> schema.put("type", "boolean");
            case INTEGER -> {
                schema.put("type", "integer");
                schema.put("minimum", type.min());
                schema.put("maximum", type.max());
            }
            case TEXT -> schema.put("type", "string");
            case SECRET -> {
                schema.put("type", "string");
                schema.put("writeOnly", true);
            }
            case SIZE, DURATION -> schema.put("type", List.of("string", "integer"));
            case CHOICE -> schema.put("enum", choices(type));
            case LIST -> {
                schema.put("type", "array");
                schema.put("items", Map.of("type", "string"));
            }
        }
        if (field.defaultText().contains("<name>")) {
            schema.put("examples", List.of(field.defaultText()));
        } else if (!field.defaultText().isEmpty()) {
            schema.put("default", typed(field.defaultText()));
        }
        return schema;
    }

    /** The page leaves out what has this remark. */
    private static Map<String, Object> aliasSchema(Field<?> field) {
        Map<String, Object> schema = schema(field);
        schema.put("$comment", "Another name of " + field.key());
        return schema;
    }

    /** Each choice as text and, where it looks like one, as a number or boolean. */
    private static List<Object> choices(FieldType<?> type) {
        List<Object> choices = new ArrayList<>(type.choices());
        type.choices().stream()
                .map(ConfigurationDocuments::typed)
                .filter(choice -> !(choice instanceof String))
                .forEach(choices::add);
        return choices;
    }

    private static Object typed(String text) {
        if (text.matches("-?\\d+")) {
            return Integer.valueOf(text);
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> text;
        };
    }
}
