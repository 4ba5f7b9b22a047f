package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationServiceTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path directory;

    private final AtomicInteger timesAsked = new AtomicInteger();
    private final List<ConfigurationService> services = new ArrayList<>();

    @AfterEach
    void close() {
        services.forEach(ConfigurationService::close);
    }

    @Test
    void startsWithGenerationOne() {
        ConfigurationService service = start(file("remotes.r.server = a"));

        ConfigurationState state = service.state();
        assertThat(state.generation()).isEqualTo(1);
        assertThat(state.source()).isEqualTo(directory.resolve("c.conf").toString());
        assertThat(state.lastReload()).isEqualTo(new Reload(NOW, Reload.Outcome.APPLIED, List.of()));
        assertThat(state.configuration().remotes()).containsOnlyKeys("r");
    }

    @Test
    void tellsListenersOfNewConfigurationOnly() {
        ConfigurationService service = start(file(bridge("")));
        List<ConfigurationDiff> diffs = new CopyOnWriteArrayList<>();
        service.addListener((before, after, diff) -> diffs.add(diff));

        assertThat(reload(service, "# only a remark\n" + bridge("pool_size = 4"))
                        .outcome())
                .isEqualTo(Reload.Outcome.UNCHANGED);
        assertThat(reload(service, bridge("remote_qos = 1")).outcome()).isEqualTo(Reload.Outcome.APPLIED);

        assertThat(diffs)
                .singleElement()
                .satisfies(
                        diff -> assertThat(diff.changed()).isEqualTo(Map.of("b", ConfigurationDiff.Kind.SENDING_ONLY)));
        assertThat(service.state().generation()).isEqualTo(2);
    }

    @Test
    void keepsTheLastGoodConfigurationAndRemembersTheProblems() {
        ConfigurationService service = start(file(bridge("")));
        Configuration good = service.current();

        Reload rejected = reload(service, bridge("pool_size = 0, max_inflight = 0"));

        assertThat(rejected.outcome()).isEqualTo(Reload.Outcome.REJECTED);
        assertThat(rejected.problems())
                .extracting(Problem::key)
                .containsExactly("bridges.b.pool_size", "bridges.b.max_inflight");
        assertThat(service.state().isRejected()).isTrue();
        assertThat(service.state().lastReload()).isEqualTo(rejected);
        assertThat(service.state().generation()).isEqualTo(1);
        assertThat(service.current()).isSameAs(good);

        assertThat(reload(service, bridge("")).outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
        assertThat(service.state().isRejected()).isFalse();
    }

    @Test
    void lostFileIsRejected() throws Exception {
        Path file = file(bridge(""));
        ConfigurationService service = start(file);

        Files.delete(file);

        assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.REJECTED);
        assertThat(service.current().bridges()).containsOnlyKeys("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "# all gone", "{}"})
    void emptiedFileEndsNothing(String text) {
        ConfigurationService service = start(file(bridge("")));

        file(text);
        Reload rejected = service.reload().join();

        assertThat(rejected.outcome()).isEqualTo(Reload.Outcome.REJECTED);
        assertThat(rejected.problems()).singleElement().asString().contains("bridges {}");
        assertThat(service.current().bridges()).containsOnlyKeys("b");

        file("bridges {}");
        assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.APPLIED);
        assertThat(service.current().bridges()).isEmpty();

        file(text);
        assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
    }

    @Test
    void mayStartWithAnEmptyFile() {
        ConfigurationService service = start(file(""));

        file("# still nothing");

        assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
        assertThat(service.current().bridges()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bridges: &a {x: *a}", "bridges: &a\n  ? [*a]\n  : 1"})
    void goesOnWatchingAfterAFileThatContainsItself(String text) {
        ConfigurationService service = start(file("c.yaml", "remotes: {r: {server: a}}"));

        file("c.yaml", text);
        await().until(() -> service.state().isRejected());
        file("c.yaml", "remotes: {r: {server: b}}");

        await().until(() -> service.state().generation() == 2);
        assertThat(service.state().isRejected()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("breakdowns")
    void goesOnWatchingAfterABreakdown(Supplier<? extends Throwable> breakdown) {
        ConfigFileFormats formats = new ConfigFileFormats();
        ConfigurationService service = start(file("remotes.r.server = a"), new ConfigFileParser() {
            @Override
            public Map<String, Object> parse(String fileName, String text) throws ConfigSyntaxException {
                if (text.contains("secret")) {
                    throw sneaky(breakdown.get());
                }
                return formats.parse(fileName, text);
            }

            @Override
            public String render(String fileName, Map<String, Object> tree) {
                return formats.render(fileName, tree);
            }
        });

        file("# secret");
        await().until(() -> service.state().isRejected());
        assertThat(service.state().lastReload().problems())
                .singleElement()
                .asString()
                .contains(breakdown.get().getClass().getName())
                .doesNotContain("secret");
        file("remotes.r.server = b");

        await().until(() -> service.state().generation() == 2);
    }

    static Stream<Supplier<? extends Throwable>> breakdowns() {
        return Stream.of(
                StackOverflowError::new,
                () -> new OutOfMemoryError("secret"),
                () -> new NoClassDefFoundError("secret"),
                () -> new IllegalStateException("secret"));
    }

    @Test
    void refusesToStartWithoutValidConfiguration() {
        Path file = file(bridge("pool_size = 0"));

        assertThatThrownBy(() -> start(file)).isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void noticesWhenTheFileIsReplaced() throws Exception {
        ConfigurationService service = start(file(bridge("")));

        Path other = Files.writeString(directory.resolve("other"), bridge("pool_size = 2"));
        Files.move(other, directory.resolve("c.conf"), StandardCopyOption.ATOMIC_MOVE);

        await().until(() -> service.state().generation() == 2);
        assertThat(service.current().bridges().values())
                .extracting(BridgeSettings::poolSize)
                .containsExactly(2);
    }

    @Test
    void noticesWhenTheLinkOfAConfigMapIsSwapped() throws Exception {
        version("..2026_1", bridge(""));
        Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026_1"));
        Path file = Files.createSymbolicLink(directory.resolve("c.conf"), Path.of("..data/c.conf"));
        ConfigurationService service = start(file);

        version("..2026_2", bridge("pool_size = 2"));
        Path link = Files.createSymbolicLink(directory.resolve("..data_tmp"), Path.of("..2026_2"));
        Files.move(link, directory.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);

        await().until(() -> service.state().generation() == 2);
    }

    @Test
    void bridgesAreNeverGoneDuringReloads() {
        ConfigurationService service = start(file(bridge("")));
        Configuration initial = service.current();
        CompletableFuture<Void> reloads = CompletableFuture.allOf(
                Stream.generate(service::reload).limit(100).toArray(CompletableFuture<?>[]::new));

        do {
            assertThat(service.current()).isSameAs(initial);
        } while (!reloads.isDone());

        assertThat(service.state().lastReload().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
    }

    @Test
    void requestsThatCannotBeServedYetMakeOneReload() throws Exception {
        ConfigurationService service = start(file(bridge("")));
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Boolean> busy = service.call(() -> waitFor(released));
        int before = timesAsked.get();

        for (int i = 0; i < 100; i++) {
            service.requestReload();
            assertThat(service.current().bridges()).containsOnlyKeys("b");
        }
        released.countDown();
        assertThat(busy.join()).isTrue();

        await().until(() -> service.state().lastReload().outcome() == Reload.Outcome.UNCHANGED);
        assertThat(service.reload().join().outcome()).isEqualTo(Reload.Outcome.UNCHANGED);
        assertThat(timesAsked.get() - before).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("breakdowns")
    void remembersThatAListenerFailed(Supplier<? extends Throwable> breakdown) {
        ConfigurationService service = start(file(bridge("")));
        List<Long> told = new CopyOnWriteArrayList<>();
        service.addListener((before, after, diff) -> {
            throw sneaky(breakdown.get());
        });
        service.addListener((before, after, diff) -> told.add(service.state().generation()));

        Reload failed = reload(service, bridge("pool_size = 2"));

        assertThat(failed.outcome()).isEqualTo(Reload.Outcome.FAILED);
        assertThat(failed.problems())
                .singleElement()
                .asString()
                .contains(breakdown.get().toString());
        assertThat(told).containsExactly(2L);
        assertThat(service.state().generation()).isEqualTo(2);
    }

    private ConfigurationService start(Path file) {
        return start(file, new ConfigFileFormats());
    }

    private ConfigurationService start(Path file, ConfigFileParser parser) {
        ConfigurationLoader loader = new ConfigurationLoader(
                ConfigurationSources.hocon("")
                        .property("mqtt-dq.config-file", file.toString())
                        .environment(),
                parser,
                name -> null);
        ConfigurationService service =
                new ConfigurationService(loader, Executors.newSingleThreadScheduledExecutor(), () -> {
                    timesAsked.incrementAndGet();
                    return NOW;
                });
        services.add(service);
        return service;
    }

    /** Changes the file and takes it before the service, which looks at it by itself as well, can have seen it. */
    private Reload reload(ConfigurationService service, String text) {
        return service.call(() -> {
                    file(text);
                    return service.reloadNow();
                })
                .join();
    }

    private static boolean waitFor(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static RuntimeException sneaky(Throwable breakdown) {
        if (breakdown instanceof Error error) {
            throw error;
        }
        return (RuntimeException) breakdown;
    }

    private Path file(String text) {
        return file("c.conf", text);
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void version(String name, String text) throws IOException {
        Files.writeString(Files.createDirectory(directory.resolve(name)).resolve("c.conf"), text);
    }

    private static String bridge(String fields) {
        return """
                remotes.r.server = remote.example.com
                bridges.b { remote = r, filter_topic = "a/#", remote_topic = "up/${topic}", %s }
                """.formatted(fields);
    }
}
