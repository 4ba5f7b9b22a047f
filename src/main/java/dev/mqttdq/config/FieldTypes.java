package dev.mqttdq.config;

import dev.mqttdq.config.FieldType.BadValueException;
import dev.mqttdq.config.FieldType.Kind;
import dev.mqttdq.config.FieldType.Parser;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.TopicTemplate;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SNIHostName;

/** The types of all fields. */
final class FieldTypes {

    private static final Pattern OTHER_PLACEHOLDER = Pattern.compile("\\$\\{(?!topic})[^}]*}");

    private FieldTypes() {}

    static FieldType<Boolean> bool() {
        String allowed = "must be true or false";
        return new FieldType<>(Kind.BOOLEAN, allowed, raw -> {
            if (raw instanceof Boolean bool) {
                return bool;
            }
            return switch (raw.toString().toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new BadValueException(allowed);
            };
        });
    }

    static FieldType<Integer> integer(int min, int max) {
        return number(min, max, "", number -> (int) number);
    }

    static FieldType<Duration> seconds(int min, int max) {
        return number(min, max, " (seconds)", Duration::ofSeconds);
    }

    static FieldType<Duration> millis(int min, int max) {
        return number(min, max, " (milliseconds)", Duration::ofMillis);
    }

    private static <T> FieldType<T> number(int min, int max, String unit, LongFunction<T> value) {
        String range = max == Integer.MAX_VALUE ? "of at least " + min : "from " + min + " to " + max;
        String allowed = "must be an integer " + range + unit;
        return new FieldType<>(Kind.INTEGER, allowed, (long) min, (long) max, List.of(), raw -> {
            long number = integerIn(raw).orElseThrow(() -> new BadValueException(allowed));
            if (number < min || number > max) {
                throw new BadValueException(allowed);
            }
            return value.apply(number);
        });
    }

    private static Optional<Long> integerIn(Object raw) {
        if (raw instanceof Integer || raw instanceof Long) {
            return Optional.of(((Number) raw).longValue());
        }
        return raw instanceof String text && text.matches("-?\\d{1,18}")
                ? Optional.of(Long.valueOf(text))
                : Optional.empty();
    }

    /** Text that MQTT can carry (5.0 section 1.5.4). */
    static FieldType<String> text() {
        return new FieldType<>(Kind.TEXT, "must be text", FieldTypes::mqttText);
    }

    static FieldType<Secret> secret() {
        return new FieldType<>(Kind.SECRET, "must be text", raw -> new Secret(mqttText(raw)));
    }

    static FieldType<Path> path() {
        return new FieldType<>(Kind.TEXT, "must be a path", raw -> {
            String text = textIn(raw);
            if (text.isEmpty()) {
                throw new BadValueException("must not be empty");
            }
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new BadValueException("must be a valid path");
            }
        });
    }

    static FieldType<String> serverName() {
        String allowed = "must be a host name, or \"disable\"";
        return new FieldType<>(Kind.TEXT, allowed, raw -> {
            String text = textIn(raw);
            if (!text.isEmpty() && Variables.nameIn(text).isEmpty()) {
                try {
                    new SNIHostName(text);
                } catch (IllegalArgumentException e) {
                    throw new BadValueException(allowed);
                }
            }
            return text;
        });
    }

    static FieldType<String> shareGroup() {
        String allowed = "must be a share name: not empty, without '/', '+' and '#'";
        return new FieldType<>(Kind.TEXT, allowed, raw -> {
            String text = mqttText(raw);
            if (!text.matches("[^/+#]+")) {
                throw new BadValueException(allowed);
            }
            return text;
        });
    }

    static FieldType<Long> size() {
        return new FieldType<>(Kind.SIZE, ByteSize.ALLOWED, raw -> {
            String text = raw instanceof Integer || raw instanceof Long ? raw.toString() : textIn(raw);
            return ByteSize.parse(text.strip()).orElseThrow(() -> new BadValueException(ByteSize.ALLOWED));
        });
    }

    static FieldType<TopicFilter> filter() {
        return new FieldType<>(Kind.TEXT, "must be a topic filter", raw -> {
            String text = textIn(raw);
            Optional<String> problem = TopicFilter.problemOf(text);
            if (problem.isPresent()) {
                throw new BadValueException(problem.get());
            }
            return new TopicFilter(text);
        });
    }

    static FieldType<TopicTemplate> template() {
        return new FieldType<>(Kind.TEXT, "must be a topic with any number of ${topic} in it", raw -> {
            String text = mqttText(raw);
            if (text.isEmpty()) {
                throw new BadValueException("must not be empty");
            }
            if (text.indexOf('+') >= 0 || text.indexOf('#') >= 0) {
                throw new BadValueException("must not contain the wildcards '+' and '#'");
            }
            if (Variables.nameIn(text).isEmpty()
                    && OTHER_PLACEHOLDER.matcher(text).find()) {
                throw new BadValueException("may contain no placeholder but ${topic}");
            }
            return new TopicTemplate(text);
        });
    }

    static FieldType<ProtocolVersion> protocolVersion(ProtocolVersion... versions) {
        return choice(Stream.of(versions).collect(Choices.byLabel(ProtocolVersion::label)));
    }

    static FieldType<SslSettings.Verify> verify() {
        return choice(Stream.of(SslSettings.Verify.values()).collect(Choices.byLabel(FieldTypes::lowerCase)));
    }

    static FieldType<QueueSettings.Sync> sync() {
        return choice(Stream.of(QueueSettings.Sync.values()).collect(Choices.byLabel(FieldTypes::lowerCase)));
    }

    static FieldType<Qos> qos() {
        return choice(Stream.of(Qos.values()).collect(Choices.byLabel(qos -> Integer.toString(qos.value()))));
    }

    static FieldType<QosRule> qosRule() {
        Map<String, QosRule> rules = Choices.map();
        rules.put("${qos}", QosRule.KEEP);
        Stream.of(Qos.values()).forEach(qos -> rules.put(Integer.toString(qos.value()), new QosRule(qos)));
        return choice(rules);
    }

    static FieldType<RetainRule> retainRule() {
        Map<String, RetainRule> rules = Choices.map();
        rules.put("${retain}", RetainRule.KEEP);
        rules.put("true", RetainRule.TRUE);
        rules.put("false", RetainRule.FALSE);
        return choice(rules);
    }

    static FieldType<List<ServerAddress>> peers() {
        String allowed = "must be a list of host:port";
        Parser<List<ServerAddress>> parser = raw -> {
            List<?> items =
                    raw instanceof List<?> list ? list : List.of(textIn(raw).split(",", -1));
            if (items.equals(List.of(""))) {
                return List.of();
            }
            List<ServerAddress> peers = new ArrayList<>();
            for (Object item : items) {
                peers.add(Servers.parse(textIn(item).strip(), Servers.NO_DEFAULT));
            }
            return peers;
        };
        return new FieldType<>(Kind.LIST, allowed, parser);
    }

    static <T> FieldType<T> choice(Map<String, T> choices) {
        String allowed = "must be " + Choices.sentence(choices.keySet());
        Parser<T> parser = raw -> {
            T chosen = choices.get(raw.toString());
            if (chosen == null) {
                throw new BadValueException(allowed);
            }
            return chosen;
        };
        return new FieldType<>(Kind.CHOICE, allowed, null, null, List.copyOf(choices.keySet()), parser);
    }

    static String mqttText(Object raw) throws BadValueException {
        String text = textIn(raw);
        if (text.indexOf('\0') >= 0) {
            throw new BadValueException("must not contain the character U+0000");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new BadValueException("must be valid UTF-8");
        }
        if (text.getBytes(StandardCharsets.UTF_8).length > TopicFilter.MAX_BYTES) {
            throw new BadValueException("must not be longer than 65535 bytes");
        }
        return text;
    }

    /** A number is no text: YAML and HOCON read 007 or 1e3 as something else than what was written. */
    private static String textIn(Object raw) throws BadValueException {
        if (raw instanceof String text) {
            return text;
        }
        throw new BadValueException(
                raw instanceof Number || raw instanceof Boolean ? "must be text: put it in quotes" : "must be text");
    }

    static String lowerCase(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
