package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.kubernetes.commons.config.ConfigMapPropertySource;
import org.springframework.core.env.CompositePropertySource;
import org.springframework.core.env.StandardEnvironment;

class ConfigMapsTest {

    private static final String NAME = "composite-configmap";

    private final StandardEnvironment environment = new StandardEnvironment();
    private final ConfigMaps configMaps = new ConfigMaps(environment);

    @Test
    void oneThatNeverWasIsNotMissed() {
        assertThatCode(configMaps::check).doesNotThrowAnyException();
        assertThat(ConfigMaps.areRead(environment)).isFalse();

        say(Map.of());
        assertThatCode(configMaps::check).doesNotThrowAnyException();
        assertThat(ConfigMaps.areRead(environment)).isTrue();
    }

    @Test
    void oneThatIsGoneTakesNothingAlong() {
        say(Map.of("mqtt-dq.remotes.r.server", "one"));
        configMaps.check();

        say(Map.of());
        assertThatThrownBy(configMaps::check)
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("ConfigMap");
        environment.getPropertySources().replace(NAME, new CompositePropertySource(NAME));
        assertThatThrownBy(configMaps::check).isInstanceOf(InvalidConfigurationException.class);
    }

    @Test
    void oneThatIsBackIsReadAgain() {
        say(Map.of("mqtt-dq.remotes.r.server", "one"));
        configMaps.check();
        say(Map.of());
        assertThatThrownBy(configMaps::check).isInstanceOf(InvalidConfigurationException.class);

        say(Map.of("mqtt-dq.remotes.r.server", "two"));

        assertThatCode(configMaps::check).doesNotThrowAnyException();
    }

    /** What Spring Cloud makes of a ConfigMap with these properties. */
    private void say(Map<String, Object> properties) {
        CompositePropertySource several = new CompositePropertySource(NAME);
        several.addPropertySource(new ConfigMapPropertySource("configmap.mqtt-dq.plant", properties));
        environment.getPropertySources().remove(NAME);
        environment.getPropertySources().addLast(several);
    }
}
