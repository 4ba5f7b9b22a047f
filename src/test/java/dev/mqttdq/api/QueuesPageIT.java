package dev.mqttdq.api;

import dev.mqttdq.queues.QueueStats;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Message queues on the page, in a real browser. */
@ApiTest
class QueuesPageIT {

    @Autowired
    private FakeQueues queues;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void browserIsThere() {
        Browser.assumeThere();
    }

    @Test
    void showsMakesChangesAndDeletesQueues() throws Exception {
        queues.startAnew(FakeQueues.queue("declared", "declared/#"));
        queues.create(FakeQueues.queue("orders", "orders/#"));
        queues.does("orders", stats(1_200, null));
        queues.create(FakeQueues.queue("broken", "broken/#"));
        queues.does("broken", stats(3, "cannot store messages: no space left on device"));

        Browser.run("queues.mjs", port, "queues");
    }

    private static QueueStats stats(long messages, @Nullable String problem) {
        return new QueueStats(
                messages,
                256 * messages,
                300 * messages,
                90_000,
                2,
                0,
                20,
                5_000,
                3_900,
                3_700,
                12,
                40,
                8,
                40,
                true,
                problem);
    }
}
