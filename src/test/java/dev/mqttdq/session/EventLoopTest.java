package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final EventLoop loop = new EventLoop("b-role", () -> 42);
    private final List<Object> ran = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void runsTasksInOrderOnOneThread() throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            int number = i;
            loop.execute(() -> ran.add(number));
        }
        assertThat(loop.executeAndWait(() -> ran.add(Thread.currentThread().getName()), PATIENCE))
                .isTrue();

        assertThat(ran.subList(0, 1000))
                .isEqualTo(IntStream.range(0, 1000).boxed().toList());
        assertThat(ran).endsWith("b-role");
    }

    @Test
    void goesOnAfterATaskThatThrows() throws InterruptedException {
        loop.execute(() -> {
            throw new IllegalStateException("thrown on purpose");
        });

        assertThat(loop.executeAndWait(() -> ran.add("next"), PATIENCE)).isTrue();
        assertThat(ran).containsExactly("next");
    }

    @Test
    void failsForWhoWaitsAsTheTaskFails() throws InterruptedException {
        assertThatThrownBy(() -> loop.executeAndWait(
                        () -> {
                            throw new IllegalArgumentException("thrown on purpose");
                        },
                        PATIENCE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("thrown on purpose");
        assertThatThrownBy(() -> loop.executeAndWait(
                        () -> {
                            throw new AssertionError("thrown on purpose");
                        },
                        PATIENCE))
                .hasRootCauseInstanceOf(AssertionError.class);

        assertThat(loop.executeAndWait(() -> ran.add("next"), PATIENCE)).isTrue();
    }

    @Test
    void runsATaskAlsoWhenNobodyWaitsForItAnyMore() throws InterruptedException {
        CountDownLatch given = new CountDownLatch(1);
        loop.execute(() -> awaitUninterrupted(given));

        assertThat(loop.executeAndWait(() -> ran.add("late"), Duration.ofMillis(1)))
                .isFalse();
        given.countDown();

        assertThat(loop.executeAndWait(() -> ran.add("next"), PATIENCE)).isTrue();
        assertThat(ran).containsExactly("late", "next");
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void runsDelayedTasksUnlessCancelled() {
        CompletableFuture<Void> allScheduled = new CompletableFuture<>();
        loop.execute(allScheduled::join);
        Future<?> later = loop.schedule(Duration.ofHours(1), () -> ran.add("later"));
        Future<?> cancelled = loop.schedule(Duration.ofMillis(1), () -> ran.add("cancelled"));
        Future<?> first = loop.schedule(Duration.ofMillis(2), () -> ran.add("first"));
        Future<?> second = loop.schedule(Duration.ofMillis(3), () -> ran.add("second"));
        cancelled.cancel(false);
        allScheduled.complete(null);

        await().until(() -> first.isDone() && second.isDone());
        assertThat(ran).containsExactly("first", "second");
        assertThat(later.isDone()).isFalse();
    }

    @Test
    void dropsWhatComesAfterItsEnd() throws InterruptedException {
        loop.close();

        loop.execute(() -> ran.add("dropped"));
        Future<?> scheduled = loop.schedule(Duration.ZERO, () -> ran.add("dropped"));

        assertThat(loop.executeAndWait(() -> ran.add("dropped"), Duration.ofMillis(1)))
                .isFalse();
        assertThat(scheduled.isDone()).isFalse();
        assertThat(ran).isEmpty();
    }

    @Test
    void knowsItsThread() throws InterruptedException {
        assertThatThrownBy(loop::assertOnLoop).isInstanceOf(IllegalStateException.class);
        loop.executeAndWait(
                () -> {
                    loop.assertOnLoop();
                    ran.add("on it");
                },
                PATIENCE);

        assertThat(ran).containsExactly("on it");
        assertThat(loop.nanoTime()).isEqualTo(42);
    }
}
