package dev.mqttdq.session;

import java.net.URI;
import java.util.Set;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.internal.NetworkModule;
import org.eclipse.paho.mqttv5.client.spi.NetworkModuleFactory;

/** Gives the MQTT 5 client the {@link Link} that its options carry; found as a service, hence public. */
public final class LinkFactoryV5 implements NetworkModuleFactory {

    @Override
    public Set<String> getSupportedUriSchemes() {
        return Set.of(Link.SCHEME);
    }

    @Override
    public void validateURI(URI brokerUri) {
        // The URI is always Link.URI.
    }

    @Override
    public NetworkModule createNetworkModule(URI brokerUri, MqttConnectionOptions options, String clientId) {
        return ((LinkOptionsV5) options).link();
    }
}
