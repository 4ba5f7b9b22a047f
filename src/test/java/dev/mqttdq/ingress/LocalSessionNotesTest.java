package dev.mqttdq.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.LocalSettings;
import dev.mqttdq.config.ProtocolVersion;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.config.SslSettings;
import dev.mqttdq.ingress.LocalSubscription.Instance;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSessionNotesTest {

    private static final Instance ALONE = new Instance("mqtt-dq-0", null);
    private static final Instance SHARING = new Instance("mqtt-dq-0", "group");

    @TempDir
    Path dataDir;

    @Test
    void namesTheFilterThatTheSessionHadBeforeThisProcess() {
        LocalSubscription before = subscription("a/#", Qos.EXACTLY_ONCE);
        notes().begin(before);
        notes().settled(before);

        List<String> earlier = notes().begin(subscription("b/#", Qos.EXACTLY_ONCE));

        assertThat(earlier).containsExactly("a/#");
    }

    @Test
    void keepsAnEarlierFilterUntilTheNewOneIsSettled() {
        notes().begin(subscription("a/#", Qos.EXACTLY_ONCE));
        notes().begin(subscription("b/#", Qos.EXACTLY_ONCE));

        assertThat(notes().begin(subscription("c/#", Qos.EXACTLY_ONCE))).containsExactlyInAnyOrder("a/#", "b/#");
    }

    @Test
    void aFilterWithAnotherQosIsNotUnsubscribed() {
        notes().settled(subscription("a/#", Qos.AT_LEAST_ONCE));

        assertThat(notes().holds(subscription("a/#", Qos.EXACTLY_ONCE))).isFalse();
        assertThat(notes().begin(subscription("a/#", Qos.EXACTLY_ONCE))).isEmpty();
    }

    @Test
    void holdsOnlyWhatIsSettled() {
        LocalSubscription subscription = subscription("a/#", Qos.EXACTLY_ONCE);

        notes().begin(subscription("b/#", Qos.EXACTLY_ONCE));
        notes().begin(subscription);
        assertThat(notes().holds(subscription)).isFalse();

        notes().settled(subscription);
        assertThat(notes().holds(subscription)).isTrue();
    }

    @Test
    void aSessionThatIsBeingLeftHoldsNothingButIsKnown() {
        LocalSubscription subscription = subscription("a/#", Qos.EXACTLY_ONCE);
        notes().settled(subscription);

        notes().leaving(subscription);

        assertThat(notes().holds(subscription)).isFalse();
        assertThat(notes().others(List.of(), "broker:1883")).containsExactly("mqtt-dq-site");
        assertThat(notes().begin(subscription("b/#", Qos.EXACTLY_ONCE))).isEmpty();
    }

    @Test
    void sessionsThatNobodyNeedsAreNamedUntilTheyHaveEnded() {
        notes().settled(subscription("a/#", Qos.EXACTLY_ONCE));

        assertThat(notes().others(List.of("mqtt-dq-another"), "broker:1883")).containsExactly("mqtt-dq-site");
        assertThat(notes().others(List.of("mqtt-dq-site"), "broker:1883")).isEmpty();
        assertThat(notes().others(List.of(), "elsewhere:1883")).isEmpty();

        notes().ended("mqtt-dq-site");
        assertThat(notes().others(List.of(), "broker:1883")).isEmpty();
    }

    @Test
    void eachOfSeveralInstancesHasASessionOfItsOwn() {
        LocalSubscription one = subscription("a/#", Qos.EXACTLY_ONCE, SHARING);
        LocalSubscription other = subscription("a/#", Qos.EXACTLY_ONCE, new Instance("mqtt-dq-1", "group"));

        assertThat(one.clientId()).isEqualTo("mqtt-dq-site-11eeec08");
        assertThat(one.subscribedFilter()).isEqualTo("$share/group/a/#");
        assertThat(other.clientId()).isNotEqualTo(one.clientId()).startsWith("mqtt-dq-site-");
        assertThat(other.subscribedFilter()).isEqualTo(one.subscribedFilter());
    }

    @Test
    void anInstanceThatWasAloneKeepsItsSessionAmongSeveral() {
        notes().settled(subscription("a/#", Qos.EXACTLY_ONCE));

        LocalSubscription sharing = subscription("a/#", Qos.EXACTLY_ONCE, SHARING);

        assertThat(sharing.clientId()).isEqualTo("mqtt-dq-site");
        assertThat(notes().begin(sharing)).containsExactly("a/#");
    }

    @Test
    void theLastOfSeveralInstancesKeepsItsSession() {
        LocalSubscription sharing = subscription("a/#", Qos.EXACTLY_ONCE, SHARING);
        notes().settled(sharing);

        LocalSubscription alone = subscription("a/#", Qos.EXACTLY_ONCE);

        assertThat(alone.clientId()).isEqualTo(sharing.clientId());
        assertThat(notes().begin(alone)).containsExactly("$share/group/a/#");
    }

    @Test
    void aSessionThatHasEndedIsNamedAnew() {
        notes().settled(subscription("a/#", Qos.EXACTLY_ONCE));
        notes().ended("mqtt-dq-site");

        assertThat(subscription("a/#", Qos.EXACTLY_ONCE, SHARING).clientId()).isEqualTo("mqtt-dq-site-11eeec08");
    }

    /** Each time from the file, as after a restart. */
    private LocalSessionNotes notes() {
        return new LocalSessionNotes(dataDir.resolve("local-sessions.properties"));
    }

    private LocalSubscription subscription(String filter, Qos qos) {
        return subscription(filter, qos, ALONE);
    }

    private LocalSubscription subscription(String filter, Qos qos, Instance instance) {
        LocalSettings local = new LocalSettings(
                "broker:1883",
                new ServerAddress("broker", 1883),
                "",
                Secret.NONE,
                SslSettings.OFF,
                ProtocolVersion.V5,
                Duration.ofSeconds(60),
                "mqtt-dq-",
                Duration.ofDays(1),
                1024,
                qos,
                2);
        return LocalSubscription.of("site", local, new TopicFilter(filter), 0, instance, notes());
    }
}
