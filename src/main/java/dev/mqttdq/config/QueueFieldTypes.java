package dev.mqttdq.config;

import dev.mqttdq.config.FieldType.BadValueException;
import dev.mqttdq.config.FieldType.Kind;
import dev.mqttdq.config.FieldType.Parser;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.key.KeyExpression;
import dev.mqttdq.key.KeyExpressionException;
import dev.mqttdq.message.TopicFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of the fields that only message queues have. */
final class QueueFieldTypes {

    /** No limit, as it is written. */
    static final String INFINITY = "infinity";

    /** The prefix of a password that is none: not hashed. */
    static final String PLAIN_TEXT = "{noop}";

    /** What Spring Security checks without further libraries, in its notation. */
    private static final Pattern HASH = Pattern.compile(
            "\\{bcrypt}\\$2[aby]?\\$\\d\\d\\$[./0-9A-Za-z]{53}|\\{pbkdf2(@SpringSecurity_v5_8)?}[0-9A-Fa-f]{32,}|\\{noop}.+",
            Pattern.DOTALL);

    private QueueFieldTypes() {}

    /** A filter that a queue may have: none of our own listener's forms either. */
    static FieldType<TopicFilter> queueFilter() {
        FieldType<TopicFilter> any = FieldTypes.filter();
        return new FieldType<>(Kind.TEXT, any.allowed(), raw -> {
            TopicFilter filter = any.parser().parse(raw);
            if (MessageQueueSettings.isOfListener(filter.value())) {
                throw new BadValueException("must not begin with $queue/ or $q/, which mean queues");
            }
            return filter;
        });
    }

    static FieldType<String> keyExpression() {
        FieldType<String> text = FieldTypes.text();
        return new FieldType<>(Kind.TEXT, "must be a key expression", raw -> {
            String expression = text.parser().parse(raw);
            try {
                KeyExpression.parse(expression);
                return expression;
            } catch (KeyExpressionException e) {
                throw new BadValueException("must be a key expression; " + e.getMessage());
            }
        });
    }

    static FieldType<Duration> duration(Duration min) {
        String allowed = "must be a duration: milliseconds, or as in 7d, 1h30m, 10s, 100ms; at least "
                + DurationText.format(min) + " and at most " + DurationText.format(DurationText.LONGEST);
        return new FieldType<>(
                Kind.DURATION,
                allowed,
                raw -> DurationText.parse(raw.toString())
                        .filter(duration -> duration.compareTo(min) >= 0)
                        .orElseThrow(() -> new BadValueException(allowed)));
    }

    static FieldType<DispatchStrategy> dispatchStrategy() {
        return FieldTypes.choice(Stream.of(DispatchStrategy.values()).collect(Choices.byLabel(FieldTypes::lowerCase)));
    }

    static FieldType<Switch> onOffAuto() {
        Map<String, Switch> choices = Choices.map();
        choices.put("true", Switch.ON);
        choices.put("false", Switch.OFF);
        choices.put("auto", Switch.AUTO);
        return FieldTypes.choice(choices);
    }

    static FieldType<Long> countLimit() {
        String allowed = "must be infinity or an integer of at least 1";
        return limit(
                allowed,
                text -> text.matches("\\d{1,18}")
                        ? Optional.of(Long.valueOf(text)).filter(count -> count > 0)
                        : Optional.empty());
    }

    static FieldType<Long> sizeLimit() {
        return limit("must be infinity or a size: bytes, or a number with KB, MB or GB", ByteSize::parse);
    }

    private static FieldType<Long> limit(String allowed, Function<String, Optional<Long>> parser) {
        return new FieldType<>(Kind.SIZE, allowed, raw -> {
            String text = raw.toString().strip();
            return text.equals(INFINITY)
                    ? Long.MAX_VALUE
                    : parser.apply(text).orElseThrow(() -> new BadValueException(allowed));
        });
    }

    static FieldType<Integer> attempts() {
        String allowed = "must be -1 or an integer of at least 1";
        FieldType<Integer> integer = FieldTypes.integer(-1, Integer.MAX_VALUE);
        return new FieldType<>(Kind.INTEGER, allowed, integer.min(), integer.max(), List.of(), raw -> {
            int attempts = integer.parser().parse(raw);
            if (attempts == 0) {
                throw new BadValueException(allowed);
            }
            return attempts;
        });
    }

    /** A password in Spring Security's notation. */
    static FieldType<Secret> passwordHash() {
        String allowed = "must be a hashed password: {bcrypt}$2a$10$… or {pbkdf2}…";
        return new FieldType<>(Kind.SECRET, allowed, raw -> {
            String text = FieldTypes.mqttText(raw);
            // Who sends back what was shown sends the mask, and a variable that is not set stays: neither lets anybody
            // in.
            boolean standsForNone =
                    text.equals(Secret.MASK) || Variables.nameIn(text).isPresent();
            if (!standsForNone && !HASH.matcher(text).matches()) {
                throw new BadValueException(allowed);
            }
            return new Secret(text);
        });
    }

    static FieldType<List<String>> ruleTopics() {
        String allowed = "must be a list of topic filters";
        Parser<List<String>> parser = raw -> {
            List<?> items =
                    raw instanceof List<?> list ? list : List.of(raw.toString().split(",", -1));
            List<String> topics = new ArrayList<>();
            for (Object item : items) {
                String topic = FieldTypes.mqttText(item).strip();
                Optional<String> problem = TopicFilter.problemOf(topic);
                if (problem.isPresent()) {
                    throw new BadValueException(allowed + "; each " + problem.get());
                }
                topics.add(topic);
            }
            if (topics.isEmpty()) {
                throw new BadValueException(allowed);
            }
            return topics;
        };
        return new FieldType<>(Kind.LIST, allowed, parser);
    }
}
