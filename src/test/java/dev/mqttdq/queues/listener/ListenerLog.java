package dev.mqttdq.queues.listener;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** What is logged by this package or on the threads of a listener from now on, and nothing of what else runs in this process. */
final class ListenerLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final String PACKAGE = ListenerLog.class.getPackageName() + ".";
    private static final String THREADS = "queue-listener";

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    static ListenerLog started() {
        ListenerLog log = new ListenerLog();
        log.start();
        log.root.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getLoggerName().startsWith(PACKAGE) || event.getThreadName().startsWith(THREADS)) {
            events.add(event);
        }
    }

    /** A line for each event, which begins with its level, and the stack traces. */
    String text() {
        return events.stream().map(ListenerLog::text).collect(Collectors.joining());
    }

    private static String text(ILoggingEvent event) {
        return event.getLevel() + " " + event.getFormattedMessage() + "\n"
                + (event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy()));
    }

    @Override
    public void close() {
        root.detachAppender(this);
    }
}
