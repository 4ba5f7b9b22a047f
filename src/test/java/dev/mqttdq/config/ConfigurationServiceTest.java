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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    @Test
    void remembersThatAListenerFailed() {
        ConfigurationService service = start(file(bridge("")));
        List<Long> told = new CopyOnWriteArrayList<>();
        service.addListener((before, after, diff) -> {
            throw new IllegalStateException("broken");
        });
        service.addListener((before, after, diff) -> told.add(service.state().generation()));

        Reload failed = reload(service, bridge("pool_size = 2"));

        assertThat(failed.outcome()).isEqualTo(Reload.Outcome.FAILED);
        assertThat(failed.problems()).singleElement().asString().contains("broken");
        assertThat(told).containsExactly(2L);
        assertThat(service.state().generation()).isEqualTo(2);
    }

    private ConfigurationService start(Path file) {
        ConfigurationLoader loader = new ConfigurationLoader(
                ConfigurationSources.hocon("")
                        .property("mqtt-dq.config-file", file.toString())
                        .environment(),
                new ConfigFileFormats(),
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

    private Path file(String text) {
        try {
            return Files.writeString(directory.resolve("c.conf"), text);
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
