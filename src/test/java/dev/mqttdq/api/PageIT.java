package dev.mqttdq.api;

import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page in a real browser, in each state that matters. */
@ApiTest
class PageIT {

    @Autowired
    private FakeBridges bridges;

    @Autowired
    private FakeOperations operations;

    @Autowired
    private FakeConfiguration configuration;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void browserIsThere() {
        Browser.assumeThere();
    }

    @ParameterizedTest
    @EnumSource
    void showsEveryState(Traffic traffic) throws Exception {
        operations.startAnew();
        configuration.isFine();
        if (traffic == Traffic.ERROR) {
            configuration.isRejected();
            operations.startAnew(FakeOperations.ORPHAN);
        }
        bridges.move(traffic);

        Browser.run("page.mjs", port, traffic.name().toLowerCase(Locale.ROOT));
    }
}
