package dev.mqttdq.config;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The fields by which any broker is reached, and those of {@code remotes.<name>}. */
final class BrokerFields {

    static final Field<String> USERNAME =
            Field.optional("username", FieldTypes.text(), "", "", "User to log in as. Empty: no credentials are sent.");

    static final Field<Secret> PASSWORD =
            Field.optional("password", FieldTypes.secret(), Secret.NONE, "", "Password of that user.");

    static final Field<Boolean> SSL_ENABLE =
            Field.optional("ssl.enable", FieldTypes.bool(), false, "false", "Whether to use TLS.");

    static final Field<SslSettings.Verify> SSL_VERIFY = Field.optional(
            "ssl.verify",
            FieldTypes.verify(),
            SslSettings.Verify.VERIFY_NONE,
            "verify_none",
            "`verify_peer` checks chain, dates and host name of the broker's certificate; `verify_none` checks nothing.");

    static final Field<String> SSL_SNI = Field.optional(
            "ssl.sni",
            FieldTypes.serverName(),
            "",
            "",
            "Server name to send; the broker's host by default. `disable` sends none.");

    static final Field<Path> SSL_CACERTFILE =
            file("ssl.cacertfile", "PEM file of the authorities to trust; those of the Java runtime by default.");

    static final Field<Path> SSL_CERTFILE =
            file("ssl.certfile", "PEM file of the client's certificate chain. Needs `ssl.keyfile`.");

    static final Field<Path> SSL_KEYFILE =
            file("ssl.keyfile", "PEM file of the client's private key. Needs `ssl.certfile`.");

    static final Field<String> REMOTE_SERVER = Field.required(
            "server",
            FieldTypes.text(),
            "",
            "Address of the broker as `host:port`, IPv6 in brackets. Without a port: 1883, with TLS 8883.");

    private static final List<Field<?>> COMMON =
            List.of(USERNAME, PASSWORD, SSL_ENABLE, SSL_VERIFY, SSL_SNI, SSL_CACERTFILE, SSL_CERTFILE, SSL_KEYFILE);

    static final List<Field<?>> REMOTE = and(List.of(REMOTE_SERVER), List.of());

    private BrokerFields() {}

    /** A broker's own fields before and after the common ones. */
    static List<Field<?>> and(List<Field<?>> before, List<Field<?>> after) {
        return Stream.of(before, COMMON, after).<Field<?>>flatMap(List::stream).toList();
    }

    private static Field<Path> file(String key, String description) {
        return Field.optional(key, FieldTypes.path(), Path.of(""), "", description);
    }
}
