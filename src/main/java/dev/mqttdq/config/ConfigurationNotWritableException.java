package dev.mqttdq.config;

/** The configuration cannot be written here; the message says where to change it. Nothing was done. */
public final class ConfigurationNotWritableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ConfigurationNotWritableException(String message) {
        super(message);
    }
}
