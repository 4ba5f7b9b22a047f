package dev.mqttdq.config;

import dev.mqttdq.config.FieldType.BadValueException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code host}, {@code host:port}, {@code [v6]} and {@code [v6]:port}; never asks a name server. */
final class Servers {

    static final int PORT = 1883;
    static final int TLS_PORT = 8883;
    static final int NO_DEFAULT = 0;

    private static final Pattern BRACKETED = Pattern.compile("\\[([0-9A-Fa-f:.]+)(%[0-9A-Za-z._-]+)?](?::(.*))?");
    private static final Pattern PLAIN = Pattern.compile("([\\p{L}\\p{N}._-]+)(?::(.*))?");

    private Servers() {}

    static ServerAddress parse(String server, int defaultPort) throws BadValueException {
        if (server.contains("://")) {
            throw new BadValueException("must be host:port without a scheme (TLS is switched on by ssl.enable)");
        }
        Matcher bracketed = BRACKETED.matcher(server);
        if (bracketed.matches()) {
            String zone = bracketed.group(2) == null ? "" : bracketed.group(2);
            String host = checkedIpv6(bracketed.group(1)) + zone;
            return new ServerAddress(host, port(bracketed.group(3), defaultPort));
        }
        if (server.indexOf('[') < 0 && server.indexOf(':') != server.lastIndexOf(':')) {
            throw new BadValueException("must be host:port, an IPv6 address in brackets as in [::1]:1883");
        }
        Matcher plain = PLAIN.matcher(server);
        if (!plain.matches()) {
            throw new BadValueException("must be host:port");
        }
        return new ServerAddress(plain.group(1), port(plain.group(2), defaultPort));
    }

    private static String checkedIpv6(String address) throws BadValueException {
        try {
            // In brackets only a literal is taken, so that no name server is asked.
            InetAddress.getByName("[" + address + "]");
            return address;
        } catch (UnknownHostException e) {
            throw new BadValueException("must be host:port, between brackets an IPv6 address");
        }
    }

    private static int port(@Nullable String port, int defaultPort) throws BadValueException {
        if (port == null && defaultPort != NO_DEFAULT) {
            return defaultPort;
        }
        if (port == null
                || !port.matches("\\d{1,5}")
                || Integer.parseInt(port) < 1
                || Integer.parseInt(port) > 65_535) {
            throw new BadValueException("must be host:port with a port from 1 to 65535");
        }
        return Integer.parseInt(port);
    }
}
