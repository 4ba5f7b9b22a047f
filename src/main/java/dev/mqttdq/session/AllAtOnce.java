package dev.mqttdq.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the same with many things at the same time, where each may wait some seconds for a broker or its clients. */
public final class AllAtOnce {

    private static final Logger log = LoggerFactory.getLogger(AllAtOnce.class);

    private AllAtOnce() {}

    /**
     * Returns when all are done or the limit is over; what is not done then goes on. An interrupt ends the waiting alone. One
     * that fails is logged.
     *
     * @param thread the name of the threads, of which each thing has one
     */
    public static <T> void forEach(Collection<T> things, Consumer<T> action, String thread, Duration limit) {
        ExecutorService workers = Executors.newCachedThreadPool(task -> new Thread(task, thread));
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (T thing : things) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            all.add(done);
            workers.execute(() -> {
                try {
                    action.accept(thing);
                } catch (RuntimeException e) {
                    log.error("{}: a task failed; this is a bug", thread, e);
                } finally {
                    done.complete(null);
                }
            });
        }
        workers.shutdown();
        await(all, limit);
    }

    /** Returns when all are done, or failed, or the limit is over. An interrupt ends the waiting alone. */
    public static void await(Collection<? extends CompletableFuture<?>> all, Duration limit) {
        CountDownLatch done = new CountDownLatch(all.size());
        all.forEach(one -> one.whenComplete((result, failure) -> done.countDown()));
        try {
            done.await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
