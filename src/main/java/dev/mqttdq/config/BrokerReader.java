package dev.mqttdq.config;

import dev.mqttdq.config.FieldType.BadValueException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads what a broker is reached by. Used once. */
final class BrokerReader {

    /** The value of {@code ssl.sni} that sends no server name. */
    static final String SNI_DISABLED = "disable";

    private final FieldReader fields;

    BrokerReader(FieldReader fields) {
        this.fields = fields;
    }

    RemoteSettings remote(String name) {
        String server = fields.get(BrokerFields.REMOTE_SERVER);
        SslSettings ssl = ssl();
        ServerAddress address = address(BrokerFields.REMOTE_SERVER, server, ssl);
        return new RemoteSettings(
                name,
                address == null ? server : address.toString(),
                address,
                fields.get(BrokerFields.USERNAME),
                fields.get(BrokerFields.PASSWORD),
                ssl);
    }

    LocalSettings local() {
        String server = fields.get(LocalFields.SERVER);
        SslSettings ssl = ssl();
        ServerAddress address = address(LocalFields.SERVER, server, ssl);
        String prefix = fields.get(LocalFields.CLIENTID_PREFIX);
        return new LocalSettings(
                address == null ? server : address.toString(),
                address,
                fields.get(BrokerFields.USERNAME),
                fields.get(BrokerFields.PASSWORD),
                ssl,
                fields.get(LocalFields.PROTO_VER),
                fields.get(LocalFields.KEEPALIVE),
                prefix.isEmpty() ? LocalFields.CLIENTID_PREFIX.fallback() : prefix,
                fields.get(LocalFields.SESSION_EXPIRY),
                fields.get(LocalFields.RECEIVE_MAXIMUM),
                fields.get(LocalFields.SUBSCRIBE_QOS),
                fields.get(LocalFields.RETAIN_HANDLING));
    }

    private @Nullable ServerAddress address(Field<String> field, String server, SslSettings ssl) {
        if (Variables.nameIn(server).isPresent() || fields.isRefused(field)) {
            return null;
        }
        try {
            return Servers.parse(server, ssl.enable() ? Servers.TLS_PORT : Servers.PORT);
        } catch (BadValueException e) {
            fields.refuse(field, server, e.allowed());
            return null;
        }
    }

    private SslSettings ssl() {
        String sni = fields.get(BrokerFields.SSL_SNI);
        boolean sniDisabled = sni.equals(SNI_DISABLED);
        Path certfile = fields.find(BrokerFields.SSL_CERTFILE).orElse(null);
        Path keyfile = fields.find(BrokerFields.SSL_KEYFILE).orElse(null);
        if (certfile != null && keyfile == null) {
            fields.refuse(BrokerFields.SSL_KEYFILE, "is required beside ssl.certfile");
        }
        if (keyfile != null && certfile == null) {
            fields.refuse(BrokerFields.SSL_CERTFILE, "is required beside ssl.keyfile");
        }
        return new SslSettings(
                fields.get(BrokerFields.SSL_ENABLE),
                fields.get(BrokerFields.SSL_VERIFY),
                sniDisabled || sni.isEmpty() ? null : sni,
                sniDisabled,
                fields.find(BrokerFields.SSL_CACERTFILE).orElse(null),
                certfile,
                keyfile);
    }
}
