package dev.mqttdq.offender.bridge;

import com.google.re2j.Pattern;
import com.typesafe.config.Config;
import dev.mqttdq.offender.Entry;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.h2.mvstore.MVStore;
import org.springframework.beans.factory.annotation.Autowired;

/** Holds foreign libraries, state and clocks where none of them belongs. */
@SuppressWarnings({"NonFinalStaticField", "unused"})
abstract class Everything {

    static int count;

    @Autowired
    private Entry entry;

    abstract MVStore store();

    abstract MqttAsyncClient client();

    abstract Channel socket();

    abstract Config hocon();

    abstract Pattern regex();

    static long readsTheClock() throws InterruptedException {
        Thread.sleep(0);
        TimeUnit.SECONDS.sleep(0);
        return System.currentTimeMillis() + System.nanoTime();
    }
}
