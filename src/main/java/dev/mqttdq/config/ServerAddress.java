package dev.mqttdq.config;

/**
 * Where a broker listens.
 *
 * @param host a name, an IPv4 address or an IPv6 address without brackets; never resolved here
 * @param port 1 to 65535
 */
public record ServerAddress(String host, int port) {

    /** As in the configuration: {@code host:port}, an IPv6 address in brackets. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
