package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.mqttdq.config.ConfigurationDiff.Kind;
import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationWriterTest {

    private static final String PRESENT = """
            # mine
            remotes.r { server = "${EMQXDQ_SERVER}", username = u, password = "${EMQXDQ_PASSWORD}" }
            bridges.b { remote = r, filter_topic = "a/#", remote_topic = "up/${topic}" }
            local.keepalive_s = 30
            """;

    @TempDir
    Path directory;

    private final ConfigFileFormats formats = new ConfigFileFormats();
    private final ConfigurationSources sources =
            ConfigurationSources.hocon("").variable("EMQXDQ_SERVER", "far").variable("EMQXDQ_PASSWORD", "hunter2");
    private final List<ConfigurationService> services = new ArrayList<>();

    @AfterEach
    void close() {
        services.forEach(ConfigurationService::close);
    }

    @Test
    void writesTheTextAsItStandsAndPutsItIntoForce() {
        Fixture fixture = start("c.conf", PRESENT);
        List<ConfigurationDiff> applied = new CopyOnWriteArrayList<>();
        fixture.service.addListener((before, after, diff) -> applied.add(diff));
        String text = PRESENT.replace("# mine", "# yours").replace("up/", "down/");

        ConfigurationChange change = fixture.writer.write(text, Optional.of("1"));

        assertThat(change.generation()).isEqualTo(2);
        assertThat(change.diff().changed()).isEqualTo(Map.of("b", Kind.SENDING_ONLY));
        assertThat(applied).containsExactly(change.diff());
        assertThat(fixture.file).content().isEqualTo(text);
        assertThat(directory.resolve("c.conf.1.bak")).content().isEqualTo(PRESENT);
        assertThat(fixture.service.state().generation()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"c.conf", "c.yaml", "c.json", "c"})
    void whatWasShownComesBackUnharmed(String name) {
        Fixture fixture = start(name, formats.render(name, tree(PRESENT)));
        Configuration before = fixture.service.current();
        Map<String, Object> shown = EffectiveConfiguration.of(fixture.service.state());
        String json = formats.render("x.json", shown).replace("up/", "down/");

        ConfigurationChange change = fixture.writer.write(json, Optional.empty());

        assertThat(change.diff())
                .isEqualTo(new ConfigurationDiff(Set.of(), Set.of(), Set.of(), Map.of("b", Kind.SENDING_ONLY), false));
        assertThat(fixture.service.current().remotes()).isEqualTo(before.remotes());
        assertThat(fixture.service.current().local()).isEqualTo(before.local());
        assertThat(fixture.file)
                .content()
                .contains("${EMQXDQ_SERVER}", "${EMQXDQ_PASSWORD}")
                .doesNotContain("******", "hunter2", "generation");
    }

    @Test
    void maskKeepsAPlainSecretAndOneFromOutsideTheFile() {
        sources.property("mqtt-dq.remotes.spring.password", "outside");
        Fixture fixture = start("c.conf", """
                remotes.plain { server = h, username = u, password = "in\\"side" }
                remotes.spring { server = h, username = u }
                """);

        fixture.writer.write("""
                remotes.plain { server = h, username = v, password = "******" }
                remotes.spring { server = h, username = v, password = "******" }
                """, Optional.empty());

        assertThat(fixture.service.current().remotes().values())
                .extracting(
                        RemoteSettings::username, remote -> remote.password().value())
                .containsExactly(tuple("v", "in\"side"), tuple("v", "outside"));
        assertThat(fixture.file).content().doesNotContain("outside", "******");
    }

    @Test
    void queuesStayWhereTheTextHasNone() {
        Fixture fixture = start("c.conf", PRESENT + """
                queues {
                  declare."a.b".topic_filter = t
                  auto_create.lastvalue = false
                  listener { users.worker = "{noop}hunter2", rules = [{ allow = true, topics = ["$queue/a.b"] }] }
                }
                """);
        MessageQueuesSettings before = fixture.service.current().queues();

        ConfigurationChange change = fixture.writer.write(PRESENT.replace("up/", "down/"), Optional.empty());

        assertThat(change.diff().queues()).isFalse();
        assertThat(fixture.service.current().queues()).isEqualTo(before);
        assertThat(before.declared()).containsOnlyKeys("a.b");
    }

    @Test
    void whatIsShownOfQueuesCanBeGivenBack() {
        Fixture fixture = start("c.conf", """
                queues {
                  declare."a.b".topic_filter = t
                  listener { users.worker = "{noop}hunter2", rules = [{ allow = true, topics = ["$queue/a.b"] }] }
                }
                """);
        MessageQueuesSettings before = fixture.service.current().queues();
        String shown = formats.render("x.json", EffectiveConfiguration.of(fixture.service.state()));
        assertThat(shown).contains("******").doesNotContain("hunter2");

        fixture.writer.write(shown, Optional.empty());

        assertThat(fixture.service.current().queues()).isEqualTo(before);
        assertThat(fixture.file).content().contains("{noop}hunter2").doesNotContain("******");
    }

    @ParameterizedTest
    @MethodSource("spoiled")
    void whatASpoiledFileNoLongerTellsStaysAsItWas(String kind, UnaryOperator<String> spoil) throws Exception {
        Fixture fixture = start("c.conf", PRESENT + """
                remotes.plain { server = h, username = u, password = "in-side" }
                queues.listener { users.worker = "{noop}pass", rules = [{ allow = true, topics = ["$queue/a"] }] }
                """);
        Configuration before = fixture.service.current();
        String spoiled = spoil.apply(PRESENT);
        if (spoiled.isEmpty()) {
            Files.delete(fixture.file);
        } else {
            Files.writeString(fixture.file, spoiled, StandardCharsets.ISO_8859_1);
        }
        assertThat(fixture.service.reload().join().outcome()).as(kind).isEqualTo(Reload.Outcome.REJECTED);

        ConfigurationChange change = fixture.writer.write("""
                remotes.r { server = "far:1883", username = v, password = "******" }
                remotes.plain { server = h, username = v, password = "******" }
                bridges.b { remote = r, filter_topic = "a/#", remote_topic = "down/${topic}" }
                """, Optional.empty());

        assertThat(change.generation()).isEqualTo(2);
        Configuration after = fixture.service.current();
        assertThat(after.remotes().values())
                .extracting(
                        RemoteSettings::username, remote -> remote.password().value())
                .containsExactly(tuple("v", "in-side"), tuple("v", "hunter2"));
        assertThat(after.local()).isEqualTo(before.local());
        assertThat(after.queues()).isEqualTo(before.queues());
        assertThat(fixture.file)
                .content()
                .contains("${EMQXDQ_SERVER}", "${EMQXDQ_PASSWORD}")
                .doesNotContain("******", "hunter2");
    }

    static Stream<Arguments> spoiled() {
        return Stream.of(
                spoiled("missing", text -> ""),
                spoiled(
                        "syntax",
                        text -> text.replace("username = u,", "username = u").replace("}", "")),
                spoiled("not UTF-8", text -> text + "# \u00fc"),
                spoiled("mistyped secret", text -> text.replace("password", "passwrod")),
                spoiled("mistyped section", text -> text.replace("local", "loca")),
                spoiled("mistyped field", text -> text.replace("keepalive_s", "keepalve_s")),
                spoiled("blank", text -> "# to be done"),
                spoiled("renamed remote", text -> text.replace("remotes.r", "remotes.x") + """
                        local.keepalive_s = 30
                        remotes.plain { server = h, username = u, password = "in-side" }
                        queues.listener { users.worker = "{noop}pass", rules = [{ allow = true, topics = ["$queue/a"] }] }
                        """));
    }

    private static Arguments spoiled(String kind, UnaryOperator<String> spoil) {
        return Arguments.of(kind, spoil);
    }

    @Test
    void whatIsWholeReplacesASpoiledFileAsItStands() throws Exception {
        Fixture fixture = start("c.conf", PRESENT);
        Files.writeString(fixture.file, "{");
        String text = "remotes.q.server = h\nlocal {}\nqueues {}\n";

        fixture.writer.write(text, Optional.empty());

        assertThat(fixture.file).content().isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "# nothing", "{}", "{generation: 1, source: x}"})
    void emptyTextEndsNothing(String text) {
        Fixture fixture = start("c.conf", PRESENT);

        assertThatThrownBy(() -> fixture.writer.write(text, Optional.empty()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("bridges {}");
        assertThat(fixture.file).content().isEqualTo(PRESENT);

        fixture.writer.write("bridges {}", Optional.empty());
        assertThat(fixture.service.current().bridges()).isEmpty();
    }

    @Test
    void maskWithoutSecretIsAProblem() {
        Fixture fixture = start("c.conf", PRESENT);

        assertThatThrownBy(() -> fixture.writer.write(
                        "remotes.other { server = h, username = u, password = \"******\" }", Optional.empty()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("remotes.other.password: must not be ******");
        assertThat(fixture.file).content().isEqualTo(PRESENT);
    }

    @Test
    void previewChangesNothing() {
        Fixture fixture = start("c.conf", PRESENT);

        ConfigurationChange change =
                fixture.writer.preview(PRESENT.replace("bridges.b {", "bridges.b { pool_size = 3,"), Optional.empty());

        assertThat(change.generation()).isEqualTo(1);
        assertThat(change.diff().changed()).isEqualTo(Map.of("b", Kind.REBUILD));
        assertThat(change.notices()).hasSize(1);
        assertThat(fixture.file).content().isEqualTo(PRESENT);
        assertThat(fixture.service.state().generation()).isEqualTo(1);
        assertThat(directory).isDirectoryNotContaining("glob:**.bak");
    }

    @Test
    void refusesInvalidTextWithAllProblems() {
        Fixture fixture = start("c.conf", PRESENT);

        assertThatThrownBy(() -> fixture.writer.write("bridges.b { pool_size = 0, x = 1 }", Optional.empty()))
                .isInstanceOfSatisfying(
                        InvalidConfigurationException.class,
                        refused -> assertThat(refused.problems()).hasSize(5));
        assertThatThrownBy(() -> fixture.writer.preview("{", Optional.empty()))
                .isInstanceOf(InvalidConfigurationException.class);
        assertThat(fixture.file).content().isEqualTo(PRESENT);
        assertThat(fixture.service.state().isRejected()).isFalse();
    }

    @Test
    void tellsWhatCouldNotBePutIntoEffect() {
        Fixture fixture = start("c.conf", PRESENT);
        fixture.service.addListener((before, after, diff) -> {
            throw new NotInEffectException(List.of(new Problem("bridges.b", null, "no space left")));
        });

        ConfigurationChange change = fixture.writer.write(PRESENT.replace("up/", "down/"), Optional.empty());

        assertThat(change.generation()).isEqualTo(2);
        assertThat(change.notices()).contains(new Notice(Notice.Severity.ERROR, "bridges.b: no space left"));
        assertThat(fixture.service.state().lastReload().outcome()).isEqualTo(Reload.Outcome.FAILED);
    }

    @Test
    void refusesWhenSomebodyElseWasFaster() {
        Fixture fixture = start("c.conf", PRESENT);
        fixture.writer.write(PRESENT.replace("up/", "down/"), Optional.of("1"));

        assertThatThrownBy(() -> fixture.writer.write(PRESENT, Optional.of("1")))
                .isInstanceOfSatisfying(
                        GenerationConflictException.class,
                        conflict -> assertThat(conflict.generation()).isEqualTo(2));
    }

    @Test
    void neverOverwritesAnEditOfTheFileThatItsTagDoesNotName() throws Exception {
        Fixture fixture = start("c.conf", PRESENT);
        String tag = fixture.writer.tag();

        Files.writeString(fixture.file, PRESENT + "bridges.b.pool_size = 2");
        assertConflict(fixture, tag);
        assertConflict(fixture, "1");

        Files.writeString(fixture.file, PRESENT + "bridges.b.pool_size = 0");
        assertThat(fixture.service.reload().join().outcome()).isEqualTo(Reload.Outcome.REJECTED);
        assertConflict(fixture, tag);
        assertConflict(fixture, Long.toString(fixture.service.state().generation()));

        fixture.writer.write(PRESENT, Optional.of(fixture.writer.tag()));
        assertThat(fixture.file).content().isEqualTo(PRESENT);
    }

    @Test
    void aTagOfAnotherProcessNamesItsOwnFileOnly() {
        String tag = start("c.conf", PRESENT).writer.tag();

        Fixture edited = start("c.conf", PRESENT.replace("up/", "down/"));

        assertThat(edited.service.state().generation()).isEqualTo(1);
        assertConflict(edited, tag);
        assertConflict(edited, "2");
        assertConflict(edited, "");
        assertThat(edited.writer.preview(PRESENT, Optional.of("1")).generation())
                .isEqualTo(1);
    }

    private static void assertConflict(Fixture fixture, String expected) {
        for (BiFunction<String, Optional<String>, ConfigurationChange> way :
                List.<BiFunction<String, Optional<String>, ConfigurationChange>>of(
                        fixture.writer::write, fixture.writer::preview)) {
            assertThatThrownBy(() -> way.apply(PRESENT, Optional.of(expected)))
                    .isInstanceOf(GenerationConflictException.class);
        }
    }

    @Test
    void refusesWithoutAFileOfItsOwn() throws Exception {
        Fixture mounted = start("c.conf", PRESENT);
        Files.createDirectory(directory.resolve("..data"));

        assertThatThrownBy(() -> mounted.writer.write(PRESENT, Optional.empty()))
                .isInstanceOf(ConfigurationNotWritableException.class)
                .hasMessageContaining("ConfigMap");
        assertThat(mounted.writer.preview(PRESENT, Optional.empty()).diff().isEmpty())
                .isTrue();

        Fixture fileless = start();
        assertThatThrownBy(() -> fileless.writer.write("", Optional.empty()))
                .isInstanceOf(ConfigurationNotWritableException.class)
                .hasMessageContaining("mqtt-dq.config-file is not set");
    }

    private Map<String, Object> tree(String hocon) {
        try {
            return formats.parse("x.conf", hocon);
        } catch (ConfigSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private Fixture start(String name, String text) {
        try {
            Path file = Files.writeString(directory.resolve(name), text);
            sources.property("mqtt-dq.config-file", file.toString());
            return start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sources.property("mqtt-dq.config-file", "");
        }
    }

    private Fixture start() {
        ConfigurationLoader loader = sources.loader();
        ConfigurationService service =
                new ConfigurationService(loader, Executors.newSingleThreadScheduledExecutor(), InstantSource.system());
        services.add(service);
        Path file = loader.configFile().map(ConfigFile::path).orElse(directory);
        return new Fixture(file, service, new ConfigurationWriter(loader, formats, service));
    }

    private record Fixture(Path file, ConfigurationService service, ConfigurationWriter writer) {}
}
