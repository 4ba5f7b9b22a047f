package dev.mqttdq.config;

/** Puts a new configuration into effect. */
@FunctionalInterface
public interface ConfigurationListener {

    /**
     * A new configuration is in force. Called on the one thread of {@link ConfigurationService}, never twice at a time; the
     * reload that caused it ends when the call returns. Not called where nothing differs.
     *
     * @throws NotInEffectException where some of it has to be tried again
     */
    void configurationChanged(Configuration before, Configuration after, ConfigurationDiff diff);
}
