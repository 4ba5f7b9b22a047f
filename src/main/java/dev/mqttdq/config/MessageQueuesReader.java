package dev.mqttdq.config;

import dev.mqttdq.config.MessageQueuesSettings.AutoCreate;
import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Rule;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code queues} of the configuration. Used once. */
final class MessageQueuesReader {

    private final RawSettings raw;
    private final Variables variables;
    private final Problems problems;
    private final List<Notice> notices;

    MessageQueuesReader(RawSettings raw, Variables variables, Problems problems, List<Notice> notices) {
        this.raw = raw;
        this.variables = variables;
        this.problems = problems;
        this.notices = notices;
    }

    MessageQueuesSettings read() {
        FieldReader fields = sole(Section.QUEUES);
        AutoCreate autoCreate = autoCreate();
        Map<String, MessageQueueSettings> declared = new TreeMap<>();
        raw.items(Section.QUEUES_DECLARED)
                .forEach((name, values) -> declared.put(
                        name, MessageQueueReader.read(name, fields(Section.QUEUES_DECLARED, name, values))));
        MessageQueuesSettings settings = new MessageQueuesSettings(
                MessageQueueOptionsReader.options(fields, autoCreate),
                listener(),
                emptyIsNull(fields.get(MessageQueuesFields.FROM_PROPERTY)),
                emptyIsNull(fields.get(MessageQueuesFields.USERNAME_PROPERTY)),
                declared);
        check(settings, fields);
        declared.values().forEach(queue -> warn(queue, settings));
        return settings;
    }

    private void check(MessageQueuesSettings settings, FieldReader fields) {
        int declared = settings.declared().size();
        if (declared > settings.options().maxQueueCount()) {
            fields.refuse(
                    MessageQueuesFields.MAX_QUEUE_COUNT,
                    settings.options().maxQueueCount(),
                    "must be at least the number of declared queues, which is " + declared);
        }
        if (declared > 0 && settings.options().enable() == Switch.OFF) {
            fields.refuse(MessageQueuesFields.ENABLE, false, "must not be false where queues are declared");
        }
    }

    private void warn(MessageQueueSettings queue, MessageQueuesSettings settings) {
        String path = Section.QUEUES_DECLARED.path(queue.name());
        settings.warnings(queue)
                .forEach(warning -> notices.add(new Notice(Notice.Severity.WARNING, path + "." + warning)));
    }

    private AutoCreate autoCreate() {
        boolean regularIsMentioned = !raw.items(Section.QUEUES_REGULAR).isEmpty();
        AutoCreate autoCreate = new AutoCreate(
                regularIsMentioned ? template(Section.QUEUES_REGULAR, false) : null,
                template(Section.QUEUES_LASTVALUE, true));
        MessageQueueOptionsReader.checkAutoCreate(autoCreate, Section.QUEUES.key() + ".auto_create", problems);
        return autoCreate;
    }

    private @Nullable MessageQueueSettings template(Section section, boolean lastValue) {
        FieldReader fields = sole(section);
        MessageQueueSettings template = MessageQueueReader.template(lastValue, fields);
        return fields.get(MessageQueuesFields.AUTO_CREATE) ? template : null;
    }

    private Listener listener() {
        FieldReader fields = sole(Section.QUEUES_LISTENER);
        Map<String, Secret> users = new TreeMap<>();
        raw.items(Section.QUEUES_USERS)
                .forEach((name, values) -> users.put(name, password(fields(Section.QUEUES_USERS, name, values))));
        List<Rule> rules = new ArrayList<>();
        raw.items(Section.QUEUES_RULES)
                .forEach((position, values) -> rules.add(rule(fields(Section.QUEUES_RULES, position, values))));
        return new Listener(
                fields.get(MessageQueuesFields.LISTENER_ENABLED),
                fields.get(MessageQueuesFields.LISTENER_PORT),
                fields.get(MessageQueuesFields.ALLOW_ANONYMOUS),
                emptyIsNull(fields.get(MessageQueuesFields.SSL_BUNDLE)),
                users,
                rules);
    }

    private static Secret password(FieldReader fields) {
        Secret password = fields.get(MessageQueuesFields.USER);
        if (password.value().startsWith(QueueFieldTypes.PLAIN_TEXT)) {
            fields.warn(MessageQueuesFields.USER, "is not hashed: whoever reads the configuration knows the password");
        }
        return password;
    }

    private static Rule rule(FieldReader fields) {
        return new Rule(
                fields.get(MessageQueuesFields.RULE_ALLOW),
                emptyIsNull(fields.get(MessageQueuesFields.RULE_USERNAME)),
                emptyIsNull(fields.get(MessageQueuesFields.RULE_CLIENTID)),
                fields.get(MessageQueuesFields.RULE_TOPICS));
    }

    private static @Nullable String emptyIsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private FieldReader sole(Section section) {
        return fields(section, "", raw.sole(section));
    }

    private FieldReader fields(Section section, String name, Map<String, Object> values) {
        return new FieldReader(section.path(name), values, variables, problems, notices);
    }
}
