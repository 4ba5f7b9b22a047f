package dev.mqttdq.config;

import dev.mqttdq.config.MessageQueuesSettings.AutoCreate;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of message queues from a plain tree with the names of the configuration. Every problem is named at
 * once; nothing is substituted, and what is only ever shown is passed over.
 */
public final class MessageQueueOptionsReader {

    private static final String AUTO_CREATE = "auto_create";

    /** What is shown together with the options but does not belong to them. */
    private static final List<String> SHOWN_ONLY = List.of("source");

    /** A map with the settings of the queues to be made, or true or false. */
    private static final FieldType<Object> TEMPLATE =
            new FieldType<>(FieldType.Kind.TEXT, "must be a map, or true or false", raw -> raw);

    private static final Field<Object> REGULAR = Field.optional(AUTO_CREATE + ".regular", TEMPLATE, false, "", "");
    private static final Field<Object> LASTVALUE = Field.optional(AUTO_CREATE + ".lastvalue", TEMPLATE, false, "", "");

    private static final List<Field<?>> FIELDS = Stream.concat(
                    MessageQueuesFields.OPTIONS.stream(), Stream.of(REGULAR, LASTVALUE))
            .toList();

    private final Problems problems = new Problems();

    private MessageQueueOptionsReader() {}

    /**
     * Other options: what is not in the tree stays as it is.
     *
     * @throws InvalidConfigurationException with all problems
     */
    public static Options read(Options present, Map<String, ?> tree) {
        return new MessageQueueOptionsReader().merged(present, tree);
    }

    private Options merged(Options present, Map<String, ?> tree) {
        Map<String, Object> own = new LinkedHashMap<>(tree);
        own.keySet().removeAll(SHOWN_ONLY);
        Map<String, Object> values = values("", FIELDS, own);
        values("", FIELDS, EffectiveQueues.of(present)).forEach(values::putIfAbsent);
        FieldReader fields = fields("", values);
        AutoCreate autoCreate = new AutoCreate(
                template(REGULAR, false, fields.get(REGULAR)), template(LASTVALUE, true, fields.get(LASTVALUE)));
        Options options = options(fields, autoCreate);
        checkAutoCreate(autoCreate, AUTO_CREATE, problems);
        problems.throwIfAny();
        return options;
    }

    private @Nullable MessageQueueSettings template(Field<Object> field, boolean lastValue, Object raw) {
        if (raw.equals(false)) {
            return null;
        }
        if (!(raw instanceof Map<?, ?>) && !raw.equals(true)) {
            problems.add(field.key(), raw, field.type().allowed());
            return null;
        }
        Map<?, ?> tree = raw instanceof Map<?, ?> map ? map : Map.of();
        return MessageQueueReader.template(
                lastValue, fields(field.key(), values(field.key(), MessageQueueFields.TEMPLATE, tree)));
    }

    private Map<String, Object> values(String path, List<Field<?>> fields, Map<?, ?> tree) {
        Map<String, Object> values = new LinkedHashMap<>();
        new RawFields(path, fields, List.of(), values, problems).addTree(tree);
        return values;
    }

    private FieldReader fields(String path, Map<String, Object> values) {
        return new FieldReader(path, values, Variables.none(), problems, new ArrayList<>());
    }

    static Options options(FieldReader fields, AutoCreate autoCreate) {
        return new Options(
                fields.get(MessageQueuesFields.ENABLE),
                fields.get(MessageQueuesFields.MAX_QUEUE_COUNT),
                fields.get(MessageQueuesFields.GC_INTERVAL),
                fields.get(MessageQueuesFields.FIND_QUEUE_RETRY_INTERVAL),
                autoCreate);
    }

    static void checkAutoCreate(AutoCreate autoCreate, String path, Problems problems) {
        if (autoCreate.regular() != null && autoCreate.lastValue() != null) {
            problems.add(path, "must not make both kinds of queues: set regular or lastvalue to false");
        }
    }
}
