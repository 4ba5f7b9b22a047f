package dev.mqttdq.config;

import dev.mqttdq.config.MessageQueuesSettings.Switch;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The fields of {@code queues} but for those of a single queue. */
final class MessageQueuesFields {

    static final Field<Switch> ENABLE = Field.optional(
            "enable",
            QueueFieldTypes.onOffAuto(),
            Switch.AUTO,
            "auto",
            "Whether there are message queues; `auto` as soon as there is one.");

    static final Field<Integer> MAX_QUEUE_COUNT = Field.optional(
            "max_queue_count", FieldTypes.integer(1, 100_000), 100, "100", "Most queues; declared ones count.");

    static final Field<Duration> GC_INTERVAL = Field.optional(
            "gc_interval",
            QueueFieldTypes.duration(Duration.ofSeconds(1)),
            Duration.ofHours(1),
            "1h",
            "How often what nobody needs any more is looked for.");

    static final Field<Duration> FIND_QUEUE_RETRY_INTERVAL = Field.optional(
            "find_queue_retry_interval",
            QueueFieldTypes.duration(Duration.ofMillis(100)),
            Duration.ofSeconds(10),
            "10s",
            "Taken for compatibility, without effect: a subscription to a missing queue is attached the moment it exists.");

    static final Field<String> FROM_PROPERTY = Field.optional(
            "from_property",
            FieldTypes.text(),
            "",
            "",
            "User property in which the local broker tells the publisher's client id (`message.from`). Empty: it does not.");

    static final Field<String> USERNAME_PROPERTY = Field.optional(
            "username_property",
            FieldTypes.text(),
            "",
            "",
            "User property in which the local broker tells the publisher's user name (`message.headers.username`)."
                    + " Empty: it does not.");

    /** What REST changes too. */
    static final List<Field<?>> OPTIONS = List.of(ENABLE, MAX_QUEUE_COUNT, GC_INTERVAL, FIND_QUEUE_RETRY_INTERVAL);

    static final List<Field<?>> ALL = Stream.concat(OPTIONS.stream(), Stream.of(FROM_PROPERTY, USERNAME_PROPERTY))
            .toList();

    /** {@code queues.auto_create.regular} and {@code .lastvalue}: the word itself, instead of the fields below it. */
    static final Field<Boolean> AUTO_CREATE = Field.optional(
            "",
            FieldTypes.bool(),
            true,
            "",
            "Whether a subscription that names a filter makes a missing queue; the fields below are its settings.");

    static final List<Field<?>> AUTO_CREATED = Stream.concat(
                    Stream.of(AUTO_CREATE), MessageQueueFields.TEMPLATE.stream())
            .toList();

    static final Field<Switch> LISTENER_ENABLED = Field.optional(
            "enabled",
            QueueFieldTypes.onOffAuto(),
            Switch.AUTO,
            "auto",
            "Whether consumers may connect; `auto` as soon as there is a queue.");

    static final Field<Integer> LISTENER_PORT =
            Field.optional("port", FieldTypes.integer(0, 65_535), 1884, "1884", "TCP port; 0 takes any free one.");

    static final Field<Boolean> ALLOW_ANONYMOUS = Field.optional(
            "allow_anonymous",
            FieldTypes.bool(),
            false,
            "false",
            "Whether clients may connect without a user name. The rules hold for them too.");

    static final Field<String> SSL_BUNDLE = Field.optional(
            "ssl.bundle",
            FieldTypes.text(),
            "",
            "",
            "Name of the SSL bundle (`spring.ssl.bundle.*`) with the certificate. Empty: without TLS.");

    static final List<Field<?>> LISTENER = List.of(LISTENER_ENABLED, LISTENER_PORT, ALLOW_ANONYMOUS, SSL_BUNDLE);

    static final Field<Secret> USER = Field.required(
            "",
            QueueFieldTypes.passwordHash(),
            Secret.NONE,
            "Hashed password of the user with this name, as in `{bcrypt}$2a$10$…`.");

    static final Field<Boolean> RULE_ALLOW = Field.required(
            "allow", FieldTypes.bool(), false, "Whether to allow or to deny. The first rule that matches decides.");

    static final Field<String> RULE_USERNAME = Field.optional(
            "username",
            FieldTypes.text(),
            "",
            "",
            "User whom the rule concerns. Empty: everybody, anonymous ones too.");

    static final Field<String> RULE_CLIENTID = Field.optional(
            "clientid", FieldTypes.text(), "", "", "Client id that the rule concerns. Empty: every one.");

    static final Field<List<String>> RULE_TOPICS = Field.required(
            "topics",
            QueueFieldTypes.ruleTopics(),
            List.of(),
            "Filters on the whole topic of the SUBSCRIBE, as `$queue/orders`; plain ones for auto-create.");

    static final List<Field<?>> RULE = List.of(RULE_ALLOW, RULE_USERNAME, RULE_CLIENTID, RULE_TOPICS);

    private MessageQueuesFields() {}
}
