package dev.mqttdq.config;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.cloud.kubernetes.commons.config.reload.ConfigurationChangeDetector;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Watches ConfigMaps through the Kubernetes API without depending on it: Spring Cloud's own watch would end the start of
 * the service where the API refuses it, and would never look again after the API failed once during a refresh. Here it
 * begins after the start, and is tried until the API answers. Then the properties are read once more, since nobody told what
 * changed before.
 */
final class KubernetesWatch implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(KubernetesWatch.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(10);

    private final ListableBeanFactory beans;
    private final ConfigurableEnvironment environment;
    private final ContextRefresher refresher;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "kubernetes-watch"));
    private volatile boolean running;

    /** Of the thread. */
    private boolean watching;

    private @Nullable String reported;

    KubernetesWatch(ListableBeanFactory beans, ConfigurableEnvironment environment, ContextRefresher refresher) {
        this.beans = beans;
        this.environment = environment;
        this.refresher = refresher;
    }

    /** Keeps the watches from beginning together with everything else. */
    static BeanFactoryPostProcessor postponement() {
        return new BeanFactoryPostProcessor() {
            @Override
            public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
                for (String watch : names(factory)) {
                    factory.getBeanDefinition(watch).setLazyInit(true);
                }
            }
        };
    }

    private static String[] names(ListableBeanFactory factory) {
        return factory.getBeanNamesForType(ConfigurationChangeDetector.class, true, false);
    }

    @Override
    public void start() {
        running = true;
        if (names(beans).length > 0) {
            Future<?> unused =
                    thread.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        try {
            for (String watch : names(beans)) {
                beans.getBean(watch);
            }
            if (!watching || !ConfigMaps.areRead(environment)) {
                refresher.refresh();
            }
            report(ConfigMaps.areRead(environment) ? "" : "they cannot be read");
        } catch (RuntimeException e) {
            report(NestedExceptionUtils.getMostSpecificCause(e).toString());
        }
    }

    private void report(String trouble) {
        watching = trouble.isEmpty();
        if (trouble.equals(reported)) {
            return;
        }
        reported = trouble;
        if (watching) {
            log.info("watching ConfigMaps through the Kubernetes API");
        } else {
            log.warn("ConfigMaps cannot be watched, tried again every {} s: {}", LOOK_EVERY.toSeconds(), trouble);
        }
    }

    @Override
    public void stop() {
        running = false;
        thread.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
