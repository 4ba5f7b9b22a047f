package dev.mqttdq.queues.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.MessageQueuesSettings.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccessRulesTest {

    private static final ClientName WORKER = new ClientName("worker", "w-1");
    private static final ClientName NOBODY = new ClientName(null, "w-1");

    @Test
    void deniesWithoutRules() {
        assertThat(new AccessRules(List.of()).allow(WORKER, "$queue/orders")).isFalse();
    }

    @Test
    void deniesWhatNoRuleNames() {
        AccessRules rules = new AccessRules(List.of(allow(null, "$queue/orders")));

        assertThat(rules.allow(WORKER, "$queue/orders")).isTrue();
        assertThat(rules.allow(WORKER, "$queue/other")).isFalse();
    }

    @Test
    void letsTheFirstRuleThatConcernsTheTopicDecide() {
        AccessRules rules = new AccessRules(
                List.of(deny(null, "$queue/secret"), allow(null, "$queue/+"), deny(null, "$queue/orders")));

        assertThat(rules.allow(WORKER, "$queue/secret")).isFalse();
        assertThat(rules.allow(WORKER, "$queue/orders")).isTrue();
    }

    @Test
    void appliesRulesOfAUserToNobodyElse() {
        AccessRules rules = new AccessRules(List.of(allow("worker", "$queue/#")));

        assertThat(rules.allow(WORKER, "$queue/orders")).isTrue();
        assertThat(rules.allow(new ClientName("other", "w-1"), "$queue/orders")).isFalse();
        assertThat(rules.allow(NOBODY, "$queue/orders")).isFalse();
    }

    @Test
    void appliesRulesOfEverybodyToAnonymousClients() {
        AccessRules rules = new AccessRules(List.of(allow(null, "$queue/#")));

        assertThat(rules.allow(NOBODY, "$queue/orders")).isTrue();
    }

    @Test
    void appliesRulesOfAClientIdToNoOther() {
        AccessRules rules = new AccessRules(List.of(new Rule(true, null, "w-1", List.of("$queue/#"))));

        assertThat(rules.allow(WORKER, "$queue/orders")).isTrue();
        assertThat(rules.allow(new ClientName("worker", "w-2"), "$queue/orders"))
                .isFalse();
    }

    @Test
    void letsNobodyAroundADenialWithAWildcard() {
        AccessRules rules = new AccessRules(List.of(deny(null, "secret/#"), allow(null, "#")));

        assertThat(rules.allow(WORKER, "public/#")).isTrue();
        assertThat(rules.allow(WORKER, "#")).isFalse();
        assertThat(rules.allow(WORKER, "+/keys")).isFalse();
    }

    @Test
    void doesNotLetPlainWildcardsReachQueues() {
        AccessRules rules = new AccessRules(List.of(allow(null, "#", "+/orders")));

        assertThat(rules.allow(WORKER, "$queue/orders")).isFalse();
        assertThat(rules.allow(WORKER, "$q/orders")).isFalse();
    }

    private static Rule allow(@Nullable String username, String... topics) {
        return new Rule(true, username, null, List.of(topics));
    }

    private static Rule deny(@Nullable String username, String... topics) {
        return new Rule(false, username, null, List.of(topics));
    }
}
