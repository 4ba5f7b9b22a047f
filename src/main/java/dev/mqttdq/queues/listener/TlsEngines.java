package dev.mqttdq.queues.listener;

import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;

/**
 * Makes the TLS side of connections from one SSL bundle. When the bundle is renewed, new connections have the new certificate
 * and the old ones stay as they are; a renewed bundle that cannot be used changes nothing. Thread-safe.
 */
final class TlsEngines implements Supplier<SSLEngine> {

    private static final Logger log = LoggerFactory.getLogger(TlsEngines.class);

    private volatile Source source;

    /**
     * From the bundle of this name, and from what becomes of it.
     *
     * @throws RuntimeException if there is no such bundle or it cannot be used
     */
    TlsEngines(SslBundles bundles, String name) {
        source = Source.of(bundles.getBundle(name));
        bundles.addBundleUpdateHandler(name, renewed -> renew(name, renewed));
    }

    private void renew(String name, SslBundle renewed) {
        try {
            source = Source.of(renewed);
            log.info("queue listener: new connections use the renewed SSL bundle {}", name);
        } catch (RuntimeException e) {
            log.error(
                    "queue listener: the renewed SSL bundle {} cannot be used, the old one stays: {}",
                    name,
                    e.toString());
        }
    }

    @Override
    public SSLEngine get() {
        Source current = source;
        SSLEngine engine = current.context.createSSLEngine();
        engine.setUseClientMode(false);
        String[] protocols = current.options.getEnabledProtocols();
        if (protocols != null) {
            engine.setEnabledProtocols(protocols);
        }
        String[] ciphers = current.options.getCiphers();
        if (ciphers != null) {
            engine.setEnabledCipherSuites(ciphers);
        }
        return engine;
    }

    private record Source(SSLContext context, SslOptions options) {

        static Source of(SslBundle bundle) {
            return new Source(bundle.createSslContext(), bundle.getOptions());
        }
    }
}
