package dev.mqttdq.session;

import java.net.URI;
import java.util.Set;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.internal.NetworkModule;
import org.eclipse.paho.client.mqttv3.spi.NetworkModuleFactory;

/** Gives the MQTT 3 client the {@link Link} that its options carry; found as a service, hence public. */
public final class LinkFactoryV3 implements NetworkModuleFactory {

    @Override
    public Set<String> getSupportedUriSchemes() {
        return Set.of(Link.SCHEME);
    }

    @Override
    public void validateURI(URI brokerUri) {
        // The URI is always Link.URI.
    }

    @Override
    public NetworkModule createNetworkModule(URI brokerUri, MqttConnectOptions options, String clientId) {
        return ((LinkOptionsV3) options).link();
    }
}
