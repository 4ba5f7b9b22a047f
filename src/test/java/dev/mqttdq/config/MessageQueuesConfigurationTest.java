package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.config.MessageQueuesSettings.AutoCreate;
import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Rule;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.message.TopicFilter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageQueuesConfigurationTest {

    private static final String HASH = "{bcrypt}$2a$10$0123456789012345678901uSEbUF0fL7xhEVH3l2W4Zd5kM3hJ5bC";

    private static final String EVERYTHING = """
            queues {
              enable = true, max_queue_count = 7, gc_interval = 2h, find_queue_retry_interval = 500
              auto_create { regular { data_retention_period = 1h30m }, lastvalue = false }
              from_property = from, username_property = user
              listener {
                enabled = false, port = 1885, allow_anonymous = true, ssl.bundle = consumers
                users { worker = "%s", "a.b" = "{noop}secret" }
                rules = [
                  { allow = true, username = worker, clientid = c1, topics = ["$queue/orders", "$queue/orders/#"] }
                  { allow = false, topics = ["#"] }
                ]
              }
              declare {
                orders { topic_filter = "orders/#", is_lastvalue = false, dispatch_strategy = round_robin
                  limits { max_message_count = 5, max_message_bytes = 1MB }, consumer_max_inflight = 3
                  redispatch_interval = 250ms, max_deliveries = 4, data_retention_period = 86400000 }
                "a.b" { topic_filter = "a/+", key_expression = "message.topic" }
              }
            }
            """.formatted(HASH);

    @Test
    void hasDefaults() {
        assertThat(queues("").options())
                .isEqualTo(new Options(
                        Switch.AUTO,
                        100,
                        Duration.ofHours(1),
                        Duration.ofSeconds(10),
                        new AutoCreate(null, queue("", "#", true))));
        assertThat(queues("").listener()).isEqualTo(new Listener(Switch.AUTO, 1_884, false, null, Map.of(), List.of()));
        assertThat(queues("").declared()).isEmpty();
        assertThat(queues("queues.declare.a.topic_filter = t").declared())
                .containsExactly(Map.entry("a", queue("a", "t", true)));
    }

    @Test
    void readsEverything() {
        MessageQueuesSettings queues = queues(EVERYTHING);

        assertThat(queues.options().enable()).isEqualTo(Switch.ON);
        assertThat(queues.options().findQueueRetryInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(queues.options().autoCreate().lastValue()).isNull();
        assertThat(queues.options().autoCreate().settings("n", new TopicFilter("f")))
                .isNotNull()
                .satisfies(settings -> {
                    assertThat(settings.lastValue()).isFalse();
                    assertThat(settings.topicFilter()).isEqualTo(new TopicFilter("f"));
                    assertThat(settings.retention()).isEqualTo(Duration.ofMinutes(90));
                });
        assertThat(queues.listener())
                .isEqualTo(new Listener(
                        Switch.OFF,
                        1_885,
                        true,
                        "consumers",
                        Map.of("worker", new Secret(HASH), "a.b", new Secret("{noop}secret")),
                        List.of(
                                new Rule(true, "worker", "c1", List.of("$queue/orders", "$queue/orders/#")),
                                new Rule(false, null, null, List.of("#")))));
        assertThat(queues.declared().keySet()).containsExactly("a.b", "orders");
        assertThat(queues.declared().get("orders"))
                .isEqualTo(new MessageQueueSettings(
                        "orders",
                        new TopicFilter("orders/#"),
                        false,
                        "message.from",
                        Duration.ofDays(1),
                        DispatchStrategy.ROUND_ROBIN,
                        5,
                        1 << 20,
                        3,
                        Duration.ofMillis(250),
                        4));
    }

    @Test
    void propertiesMeanTheSame() {
        ConfigurationSources sources = ConfigurationSources.hocon("");
        Map.ofEntries(
                        Map.entry("enable", "true"),
                        Map.entry("max-queue-count", "7"),
                        Map.entry("gcInterval", "2h"),
                        Map.entry("find_queue_retry_interval", "500"),
                        Map.entry("auto-create.regular.data-retention-period", "1h30m"),
                        Map.entry("auto-create.last-value", "false"),
                        Map.entry("from-property", "from"),
                        Map.entry("username-property", "user"),
                        Map.entry("listener.enabled", "false"),
                        Map.entry("listener.port", "1885"),
                        Map.entry("listener.allow-anonymous", "true"),
                        Map.entry("listener.ssl.bundle", "consumers"),
                        Map.entry("listener.users.worker", HASH),
                        Map.entry("listener.users[a.b]", "{noop}secret"),
                        Map.entry("listener.rules[0].allow", "true"),
                        Map.entry("listener.rules[0].username", "worker"),
                        Map.entry("listener.rules[0].clientid", "c1"),
                        Map.entry("listener.rules[0].topics[0]", "$queue/orders"),
                        Map.entry("listener.rules[0].topics[1]", "$queue/orders/#"),
                        Map.entry("listener.rules[1].allow", "false"),
                        Map.entry("listener.rules[1].topics", "#"),
                        Map.entry("declare.orders.topic-filter", "orders/#"),
                        Map.entry("declare.orders.isLastvalue", "false"),
                        Map.entry("declare.orders.dispatch-strategy", "round_robin"),
                        Map.entry("declare.orders.limits.max-message-count", "5"),
                        Map.entry("declare.orders.limits.max-shard-message-bytes", "1mb"),
                        Map.entry("declare.orders.consumer-max-inflight", "3"),
                        Map.entry("declare.orders.redispatch-interval", "250"),
                        Map.entry("declare.orders.max-deliveries", "4"),
                        Map.entry("declare.orders.data-retention-period", "1d"),
                        Map.entry("declare[a.b].topic-filter", "a/+"),
                        Map.entry("declare[a.b].key-expression", "message.topic"))
                .forEach((key, value) -> sources.property("mqtt-dq.queues." + key, value));

        assertThat(sources.configuration().queues()).isEqualTo(queues(EVERYTHING));
    }

    @Test
    void whatIsShownMeansTheSameButForTheMasks() {
        Configuration configuration = ConfigurationSources.hocon(EVERYTHING).configuration();
        Map<String, Object> shown = EffectiveConfiguration.of(configuration);

        assertThat(shown.toString()).contains("worker=******", "a.b=******").doesNotContain("secret", "2a$10");
        MessageQueuesSettings again = new ConfigurationReader(
                        RawSettings.ofTree(shown, Section.OF_FILE), new Variables(name -> null))
                .read(configuration.dataDir(), configuration.nodeName())
                .configuration()
                .queues();
        assertThat(again.options()).isEqualTo(configuration.queues().options());
        assertThat(again.declared()).isEqualTo(configuration.queues().declared());
        assertThat(again.listener().rules())
                .isEqualTo(configuration.queues().listener().rules());
        assertThat(again.listener().sslBundle()).isEqualTo("consumers");
        assertThat(again.fromProperty()).isEqualTo("from");
    }

    @Test
    void variablesOfTheSystemReachQueuesToo() {
        MessageQueuesSettings queues = ConfigurationSources.hocon(EVERYTHING)
                .variable("MQTT_DQ_QUEUES_MAX_QUEUE_COUNT", "9")
                .variable("MQTT_DQ_QUEUES_LISTENER_PORT", "1999")
                .variable("MQTT_DQ_QUEUES_LISTENER_USERS_WORKER", "{noop}other")
                .variable("MQTT_DQ_QUEUES_DECLARE_ORDERS_LIMITS_MAX_MESSAGE_COUNT", "infinity")
                .variable("MQTT_DQ_QUEUES_DECLARE_NEW_TOPIC_FILTER", "new/#")
                .variable("MQTT_DQ_QUEUES_AUTO_CREATE_REGULAR_MAX_DELIVERIES", "2")
                .configuration()
                .queues();

        assertThat(queues.options().maxQueueCount()).isEqualTo(9);
        assertThat(queues.listener().port()).isEqualTo(1_999);
        assertThat(queues.listener().users()).containsEntry("worker", new Secret("{noop}other"));
        assertThat(queues.declared()).containsOnlyKeys("a.b", "new", "orders");
        assertThat(Objects.requireNonNull(queues.declared().get("orders")).maxMessages())
                .isEqualTo(Long.MAX_VALUE);
        assertThat(Objects.requireNonNull(queues.options().autoCreate().regular())
                        .maxDeliveries())
                .isEqualTo(2);
    }

    @Test
    void rulesAreSetAsAWhole() {
        assertThat(ConfigurationSources.hocon(EVERYTHING)
                        .property("mqtt-dq.queues.listener.rules[0].allow", "true")
                        .property("mqtt-dq.queues.listener.rules[0].topics", "$queue/public")
                        .configuration()
                        .queues()
                        .listener()
                        .rules())
                .containsExactly(new Rule(true, null, null, List.of("$queue/public")));
    }

    @Test
    void keepsTheOrderOfMoreThanTenRules() {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            rules.append("{ allow = true, topics = [\"$queue/q").append(i).append("\"] }\n");
        }

        assertThat(queues("queues.listener.rules = [\n" + rules + "]")
                        .listener()
                        .rules())
                .extracting(rule -> rule.topics().get(0))
                .startsWith("$queue/q0", "$queue/q1", "$queue/q2")
                .endsWith("$queue/q9", "$queue/q10", "$queue/q11");
    }

    @Test
    void aHashMayComeFromAVariable() {
        assertThat(ConfigurationSources.hocon("queues.listener.users.worker = \"${EMQXDQ_WORKER}\"")
                        .variable("EMQXDQ_WORKER", HASH)
                        .configuration()
                        .queues()
                        .listener()
                        .users())
                .containsEntry("worker", new Secret(HASH));
    }

    @Test
    void aVariableThatIsNotSetRefusesNothing() {
        LoadedConfiguration loaded = ConfigurationSources.hocon("queues.listener.users.worker = \"${EMQXDQ_WORKER}\"")
                .load();

        assertThat(loaded.configuration().queues().listener().users()).containsKey("worker");
        assertThat(loaded.notices())
                .extracting(Notice::text)
                .containsExactly("queues.listener.users.worker names the environment variable EMQXDQ_WORKER,"
                        + " which is not set");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "enable = yes                                | queues.enable: must be true, false or auto, not 'yes'",
                "enabled = true                              | queues.enabled: unknown key, the nearest known one is 'enable'",
                "gc_interval = 1ms                           | queues.gc_interval: must be a duration",
                "max_queue_count = 0                         | queues.max_queue_count: must be an integer from 1",
                "lisener.port = 1                            | queues.lisener.port: unknown key",
                "auto_create.regular = { }                   | queues.auto_create: must not make both kinds of queues",
                "auto_create { regular = 3, lastvalue = false } | queues.auto_create.regular: must be true or false",
                "auto_create.lastvalue.topic_filter = a      | queues.auto_create.lastvalue.topic_filter: unknown key",
                "auto_create.last = false                    | queues.auto_create.last: unknown key",
                "listener = 3                                | queues.listener: must be a map",
                "listener.port = 65536                       | queues.listener.port: must be an integer from 0 to 65535",
                "listener.users.bob = hunter2                | queues.listener.users.bob: must be a hashed password",
                "listener.users.bob = \"{md5}hunter2\"       | queues.listener.users.bob: must be a hashed password",
                "listener.users.bob = \"{bcrypt}hunter2\"    | queues.listener.users.bob: must be a hashed password",
                "listener.users.bob = \"{argon2}$argon2id$\" | queues.listener.users.bob: must be a hashed password",
                "listener.users.bob = \"\"                   | queues.listener.users.bob: is required",
                "listener.rules = 3                          | queues.listener.rules: must be a list",
                "listener.rules = [{allow = true}]           | queues.listener.rules[0].topics: is required",
                "listener.rules = [{topics = [\"#\"]}]       | queues.listener.rules[0].allow: is required",
                "listener.rules = [{allow = true, topics = [\"a#\"]}] | queues.listener.rules[0].topics: must be a list",
                "declare.a = { }                             | queues.declare.a.topic_filter: is required",
                "declare.a.topic_filter = \"$share/g/a\"     | queues.declare.a.topic_filter: must not be a shared",
                "declare.a.topic_filter = \"$q/a\"           | queues.declare.a.topic_filter: must not begin with",
                "declare.\"-a\".topic_filter = a             | queues.declare: names must begin with a letter or digit",
                "\"declare\".\"a.b\" = {topic_filter = a, x = 1} | queues.declare[a.b].x: unknown key",
            })
    void refuses(String queues, String problem) {
        assertThat(ConfigurationSources.hocon("queues { " + queues + " }").problems())
                .singleElement()
                .satisfies(found ->
                        assertThat(found.toString()).startsWith(problem).doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "is_lastvalue = maybe",
                "key_expression = \"message.form\"",
                "key_expression = \"\"",
                "data_retention_period = 0",
                "data_retention_period = \"7w\"",
                "data_retention_period = -1",
                "data_retention_period = \"\"",
                "data_retention_period = \"1m1h\"",
                "data_retention_period = 36501d",
                "data_retention_period = 99999999999999999999",
                "dispatch_strategy = fair",
                "limits.max_message_count = 0",
                "limits.max_message_count = 1KB",
                "limits.max_message_bytes = unlimited",
                "limits.max_messages = 1",
                "limits = 3",
                "consumer_max_inflight = 0",
                "consumer_max_inflight = 65536",
                "redispatch_interval = 0",
                "max_deliveries = 0",
                "max_deliveries = -2",
                "limits { max_message_count = 1, max_shard_message_count = 2 }",
            })
    void refusesFieldsOfAQueue(String field) {
        assertThat(ConfigurationSources.hocon("queues.declare.a { topic_filter = t, " + field + " }")
                        .problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.key()).startsWith("queues.declare.a."));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "250, 250",
        "100ms, 100",
        "10s, 10000",
        "1h30m, 5400000",
        "7d, 604800000",
        "1D2H3M4S5MS, 93784005"
    })
    void readsDurations(String text, long millis) {
        assertThat(DurationText.parse(text)).contains(Duration.ofMillis(millis));
    }

    @Test
    void queuesMustFitTheOptions() {
        String declared = "declare { a.topic_filter = t, b.topic_filter = t }";

        assertThat(ConfigurationSources.hocon("queues { enable = false, max_queue_count = 1, " + declared + " }")
                        .problems())
                .extracting(Problem::toString)
                .containsExactlyInAnyOrder(
                        "queues.enable: must not be false where queues are declared, not 'false'",
                        "queues.max_queue_count: must be at least the number of declared queues, which is 2, not '1'");
    }

    @Test
    void warnsOfPasswordsThatAreNotHashedWithoutShowingThem() {
        assertThat(ConfigurationSources.hocon("queues.listener.users.bob = \"{noop}hunter2\"")
                        .load()
                        .notices())
                .singleElement()
                .satisfies(notice -> assertThat(notice.text())
                        .startsWith("queues.listener.users.bob is not hashed")
                        .doesNotContain("hunter2"));
    }

    @Test
    void warnsOfKeysThatNobodyTells() {
        String queue = "queues.declare.a.topic_filter = t\n";

        assertThat(ConfigurationSources.hocon(queue).load().notices())
                .singleElement()
                .satisfies(notice ->
                        assertThat(notice.text()).startsWith("queues.declare.a.key_expression asks for the publisher"));
        assertThat(ConfigurationSources.hocon(queue + "queues.from_property = from")
                        .load()
                        .notices())
                .isEmpty();
        assertThat(ConfigurationSources.hocon(queue + "queues.declare.a.is_lastvalue = false")
                        .load()
                        .notices())
                .isEmpty();
    }

    @Test
    void problemsOfSyntaxTellWhere() {
        assertThatThrownBy(ConfigurationSources.hocon(
                        "queues.declare.a { topic_filter = t, key_expression = \"lower(message.topic\" }")::load)
                .hasMessageContaining("queues.declare.a.key_expression: must be a key expression; column 20");
    }

    private static MessageQueueSettings queue(String name, String filter, boolean lastValue) {
        return new MessageQueueSettings(
                name,
                new TopicFilter(filter),
                lastValue,
                "message.from",
                Duration.ofDays(7),
                DispatchStrategy.RANDOM,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                10,
                Duration.ofMillis(100),
                -1);
    }

    private static MessageQueuesSettings queues(String hocon) {
        return ConfigurationSources.hocon(hocon).configuration().queues();
    }
}
