package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mqttdq.config.MessageQueueReader;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.MessageQueuesSettings.AutoCreate;
import dev.mqttdq.config.MessageQueuesSettings.Listener;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.QueueRefusedException.Kind;
import dev.mqttdq.queues.QueueRegistry.Changes;
import dev.mqttdq.store.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueueRegistryTest {

    private static final Options DEFAULTS = options(Switch.AUTO, 100);

    @TempDir
    private Path directory;

    private int made;
    private final Supplier<String> ids = () -> "id-" + ++made;

    @Test
    void keepsWhatWasMadeOverARestart() {
        QueueDefinition created = open().create(queue("b", "t/b"));
        open().create(queue("a", "t/a"));

        assertThat(created).isEqualTo(new QueueDefinition(queue("b", "t/b"), "id-1", false));
        assertThat(open().all())
                .containsExactly(
                        new QueueDefinition(queue("a", "t/a"), "id-2", false),
                        new QueueDefinition(queue("b", "t/b"), "id-1", false));
    }

    @Test
    void keepsEverySetting() {
        MessageQueueSettings settings = MessageQueueReader.created(Map.of(
                "name",
                "all",
                "topic_filter",
                "a/+/ü",
                "key_expression",
                "message.topic",
                "data_retention_period",
                "1h30m",
                "dispatch_strategy",
                "least_inflight",
                "limits",
                Map.of("max_message_count", 5, "max_message_bytes", "1MB"),
                "consumer_max_inflight",
                3,
                "redispatch_interval",
                "250ms",
                "max_deliveries",
                7));

        open().create(settings);

        assertThat(open().find("all"))
                .get()
                .extracting(QueueDefinition::settings)
                .isEqualTo(settings);
    }

    @Test
    void keepsQueuesOfTheDeprecatedTopics() {
        MessageQueueSettings settings =
                queue("x", "t/#").named("/t/#", queue("x", "t/#").topicFilter());

        open().create(settings);

        assertThat(open().find("/t/#"))
                .get()
                .extracting(QueueDefinition::settings)
                .isEqualTo(settings);
    }

    @Test
    void whatIsMadeAnewInheritsNothing() {
        QueueRegistry registry = open();
        QueueDefinition first = registry.create(queue("a", "t"));
        assertThat(registry.delete("a")).isEqualTo(first);

        assertThat(registry.create(queue("a", "other")).id()).isNotEqualTo(first.id());
    }

    @Test
    void refusesANameThatIsTaken() {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));

        refusal(() -> registry.create(queue("a", "u")), Kind.ALREADY_EXISTS);
    }

    @Test
    void refusesMoreThanTheMost() {
        QueueRegistry registry = open(configured(options(Switch.AUTO, 2), queue("declared", "t")));
        registry.create(queue("a", "t"));

        refusal(() -> registry.create(queue("b", "t")), Kind.MAX_QUEUE_COUNT_REACHED)
                .hasMessage("There are 2 message queues, and max_queue_count is 2");
    }

    @Test
    void makesNothingWhileSwitchedOff() {
        refusal(() -> open(configured(options(Switch.OFF, 100))).create(queue("a", "t")), Kind.NOT_ENABLED);
    }

    @Test
    void changesWhatMayChange() {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));

        registry.update(queue("a", "t", "max_deliveries", 3));

        assertThat(open().find("a")).contains(new QueueDefinition(queue("a", "t", "max_deliveries", 3), "id-1", false));
    }

    @Test
    void refusesToChangeFilterAndFlag() {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));

        refusal(() -> registry.update(queue("a", "u")), Kind.BAD_REQUEST)
                .hasMessage("Topic filter is not allowed to be updated");
        refusal(() -> registry.update(queue("a", "t", "is_lastvalue", false)), Kind.BAD_REQUEST)
                .hasMessage("LastValue flag is not allowed to be updated");
        refusal(() -> registry.update(queue("b", "t")), Kind.NOT_FOUND);
        refusal(() -> registry.delete("b"), Kind.NOT_FOUND).hasMessage("Message queue not found");
    }

    @Test
    void declaredQueuesAreChangedInTheConfigurationOnly() {
        QueueRegistry registry = open(configured(DEFAULTS, queue("a", "t")));

        assertThat(registry.find("a"))
                .get()
                .extracting(QueueDefinition::declared)
                .isEqualTo(true);
        refusal(() -> registry.update(queue("a", "t", "max_deliveries", 3)), Kind.BAD_REQUEST)
                .hasMessage("The configuration declares this message queue: change queues.declare.a there");
        refusal(() -> registry.delete("a"), Kind.BAD_REQUEST).hasMessageContaining("remove queues.declare.a there");
    }

    @Test
    void declaredQueuesKeepTheirMessagesOverARestart() {
        String id = open(configured(DEFAULTS, queue("a", "t"))).all().get(0).id();

        QueueRegistry again = open(configured(DEFAULTS, queue("a", "t", "max_deliveries", 3)));

        assertThat(again.all()).containsExactly(new QueueDefinition(queue("a", "t", "max_deliveries", 3), id, true));
    }

    @Test
    void tellsWhatAConfigurationChanges() {
        QueueRegistry registry =
                open(configured(DEFAULTS, queue("changes", "t"), queue("goes", "t"), queue("stays", "t")));

        Changes changes = registry.configured(configured(
                DEFAULTS, queue("changes", "t", "max_deliveries", 3), queue("comes", "t"), queue("stays", "t")));

        assertThat(changes.added()).extracting(QueueDefinition::name).containsExactly("comes");
        assertThat(changes.changed()).extracting(QueueDefinition::name).containsExactly("changes", "goes");
    }

    @Test
    void aQueueThatIsNoLongerDeclaredStaysAndCanBeDeleted() {
        QueueRegistry registry = open(configured(DEFAULTS, queue("a", "t")));
        String id = registry.all().get(0).id();

        assertThat(registry.configured(configured(DEFAULTS)).changed())
                .containsExactly(new QueueDefinition(queue("a", "t"), id, false));

        assertThat(open().delete("a").id()).isEqualTo(id);
    }

    @Test
    void aQueueThatIsDeclaredLaterKeepsItsMessages() {
        open().create(queue("a", "t"));

        assertThat(open(configured(DEFAULTS, queue("a", "t"))).all())
                .containsExactly(new QueueDefinition(queue("a", "t"), "id-1", true));
    }

    @Test
    void aDeclarationDoesNotChangeFilterAndFlagOfAQueueThatExists() {
        open().create(queue("a", "t"));

        QueueRegistry registry =
                open(configured(DEFAULTS, queue("a", "u", "is_lastvalue", false, "max_deliveries", 3)));

        assertThat(registry.all()).containsExactly(new QueueDefinition(queue("a", "t"), "id-1", true));
        assertThat(registry.problems()).singleElement().asString().contains("Queue a is declared with topic_filter u");
        registry.configured(configured(DEFAULTS, queue("a", "t")));
        assertThat(registry.problems()).isEmpty();
    }

    @Test
    void optionsSetOnRequestWinOverTheConfiguration() {
        open().options(options(Switch.AUTO, 7));

        QueueRegistry registry = open(configured(options(Switch.AUTO, 9)));

        assertThat(registry.options().maxQueueCount()).isEqualTo(7);
        registry.configured(configured(options(Switch.AUTO, 11)));
        assertThat(registry.options().maxQueueCount()).isEqualTo(7);
    }

    @Test
    void optionsThatAreThoseOfTheConfigurationFollowItAgain() {
        QueueRegistry registry = open();
        registry.options(options(Switch.AUTO, 7));
        registry.options(DEFAULTS);

        assertThat(open(configured(options(Switch.AUTO, 9))).options().maxQueueCount())
                .isEqualTo(9);
    }

    @Test
    void isNotSwitchedOffWhileThereAreQueues() {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));

        refusal(() -> registry.options(options(Switch.OFF, 100)), Kind.BAD_REQUEST);

        registry.delete("a");
        registry.options(options(Switch.OFF, 100));
        assertThat(open().options().enable()).isEqualTo(Switch.OFF);
    }

    @Test
    void aDamagedFileIsKeptAsideAndStopsNothing() throws Exception {
        open().create(queue("a", "t"));
        String damaged = Files.readString(file()).substring(0, 40);
        Files.writeString(file(), damaged);

        QueueRegistry registry = open(configured(DEFAULTS, queue("declared", "t")));

        assertThat(registry.all()).extracting(QueueDefinition::name).containsExactly("declared");
        assertThat(registry.problems())
                .singleElement()
                .asString()
                .contains("registry.json.1.damaged")
                .contains("it is no JSON");
        assertThat(directory.resolve("registry.json.1.damaged")).hasContent(damaged);
        registry.create(queue("b", "t"));
        assertThat(open().all()).extracting(QueueDefinition::name).containsExactly("b", "declared");
    }

    @Test
    void keepsTheQueuesThatCanBeReadOfADamagedFile() throws Exception {
        open().create(queue("good", "t"));
        open().create(queue("bad", "damage/me"));
        Files.writeString(file(), Files.readString(file()).replace("damage/me", "damage/#/me"));

        QueueRegistry registry = open();

        assertThat(registry.all()).extracting(QueueDefinition::name).containsExactly("good");
        assertThat(registry.problems()).singleElement().asString().contains("queue bad", "topic_filter");
        assertThat(open().problems()).isEmpty();
        assertThat(open().all()).extracting(QueueDefinition::name).containsExactly("good");
    }

    @Test
    void refusesAFileOfALaterVersionButKeepsIt() throws Exception {
        open().create(queue("a", "t"));
        Files.writeString(file(), Files.readString(file()).replace("\"version\" : 1", "\"version\" : 2"));

        assertThat(open().problems()).singleElement().asString().contains("it is not of version 1");
        assertThat(directory.resolve("registry.json.1.damaged")).content().contains("\"version\" : 2");
    }

    @Test
    void whatCannotBeStoredDoesNotHappen() throws Exception {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));
        blockFile();

        assertThatThrownBy(() -> registry.create(queue("b", "t"))).isInstanceOf(StorageException.class);
        assertThatThrownBy(() -> registry.delete("a")).isInstanceOf(StorageException.class);

        assertThat(registry.all()).extracting(QueueDefinition::name).containsExactly("a");
    }

    @Test
    void aConfigurationHoldsThoughItCannotBeStoredAndIsStoredLater() throws Exception {
        QueueRegistry registry = open();
        registry.create(queue("a", "t"));
        blockFile();

        registry.configured(configured(DEFAULTS, queue("declared", "t")));
        String id = registry.find("declared").orElseThrow().id();

        unblockFile();
        registry.create(queue("b", "t"));
        assertThat(open(configured(DEFAULTS, queue("declared", "t"))).find("declared"))
                .get()
                .extracting(QueueDefinition::id)
                .isEqualTo(id);
    }

    @Test
    void aQueueIsOnDiskOnlyOnceTheRegistryIs() throws Exception {
        QueueRegistry registry = open();
        QueueDefinition made = registry.create(queue("a", "t"));
        blockFile();
        QueueDefinition declared = registry.configured(configured(DEFAULTS, queue("declared", "t")))
                .added()
                .get(0);

        assertThat(registry.store()).isFalse();
        assertThat(registry.isOnDisk(made)).isTrue();
        assertThat(registry.isOnDisk(declared)).isFalse();
        assertThat(registry.problems()).singleElement().asString().contains("registry.json");

        unblockFile();
        assertThat(registry.store()).isTrue();
        assertThat(registry.isOnDisk(declared)).isTrue();
        assertThat(registry.problems()).isEmpty();
        assertThat(open().find("declared"))
                .get()
                .extracting(QueueDefinition::id)
                .isEqualTo(declared.id());
    }

    private Path file() {
        return directory.resolve("registry.json");
    }

    /** A directory that is not empty is replaced by no file. */
    private void blockFile() throws IOException {
        Files.delete(file());
        Files.createDirectories(file().resolve("in-the-way"));
    }

    private void unblockFile() throws IOException {
        Files.delete(file().resolve("in-the-way"));
        Files.delete(file());
    }

    private QueueRegistry open() {
        return open(configured(DEFAULTS));
    }

    private QueueRegistry open(MessageQueuesSettings settings) {
        return QueueRegistry.open(directory, settings, ids);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refusal(ThrowingCallable call, Kind kind) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        QueueRefusedException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(kind));
    }

    private static MessageQueueSettings queue(String name, String filter, Object... fields) {
        Map<String, Object> tree = new LinkedHashMap<>(Map.of("name", name, "topic_filter", filter));
        for (int i = 0; i < fields.length; i += 2) {
            tree.put(String.valueOf(fields[i]), fields[i + 1]);
        }
        return MessageQueueReader.created(tree);
    }

    private static Options options(Switch enable, int maxQueueCount) {
        return new Options(
                enable, maxQueueCount, Duration.ofHours(1), Duration.ofSeconds(10), new AutoCreate(null, null));
    }

    private static MessageQueuesSettings configured(Options options, MessageQueueSettings... declared) {
        Map<String, MessageQueueSettings> byName = new LinkedHashMap<>();
        Stream.of(declared).forEach(queue -> byName.put(queue.name(), queue));
        return new MessageQueuesSettings(
                options, new Listener(Switch.AUTO, 1_884, false, null, Map.of(), List.of()), null, null, byName);
    }
}
