package dev.mqttdq.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.bridge.BridgeCondition.Errors;
import dev.mqttdq.bridge.BridgeCondition.Local;
import dev.mqttdq.bridge.BridgeCondition.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatusRulesTest {

    private static final List<BufferState> BUFFERS = List.of(BufferState.RUNNING, BufferState.RUNNING);
    private static final List<ConnectorState> CONNECTED = List.of(ConnectorState.CONNECTED, ConnectorState.CONNECTED);
    private static final List<ConnectorState> HALF = List.of(ConnectorState.CONNECTED, ConnectorState.DISCONNECTED);
    private static final List<ConnectorState> NONE = List.of(ConnectorState.DISCONNECTED, ConnectorState.DISCONNECTED);
    private static final Errors ERRORS = new Errors("no space left", "not authorized", "CONNACK 135", "something");

    /** The contract, written a second time as plainly as it can be. */
    private static BridgeStatus expectedStatus(BridgeCondition bridge) {
        boolean missing = bridge.connectors().isEmpty()
                || bridge.buffers().isEmpty()
                || bridge.connectors().contains(ConnectorState.MISSING)
                || bridge.buffers().contains(BufferState.MISSING);
        if (!bridge.enabled()) {
            return BridgeStatus.DISABLED;
        }
        if (missing || bridge.store() == Store.BROKEN || bridge.local() == Local.REFUSED) {
            return BridgeStatus.ERROR;
        }
        boolean atBestPartial = bridge.local() != Local.SUBSCRIBED
                || bridge.paused()
                || bridge.stalled()
                || bridge.store() == Store.DAMAGED
                || !bridge.clusterComplete();
        if (bridge.connectors().stream().allMatch(state -> state == ConnectorState.CONNECTED)) {
            return atBestPartial ? BridgeStatus.PARTIAL : BridgeStatus.OK;
        }
        return bridge.connectors().contains(ConnectorState.CONNECTED)
                        || bridge.connectors().contains(ConnectorState.PARTIAL)
                ? BridgeStatus.PARTIAL
                : BridgeStatus.DISCONNECTED;
    }

    private static RuntimeState expectedRuntimeState(BridgeCondition bridge) {
        if (!bridge.enabled()) {
            return RuntimeState.PURGED;
        }
        return bridge.buffers().isEmpty()
                        || bridge.connectors().isEmpty()
                        || bridge.buffers().contains(BufferState.MISSING)
                        || bridge.connectors().contains(ConnectorState.MISSING)
                        || bridge.store() != Store.SOUND
                ? RuntimeState.DEGRADED
                : RuntimeState.RUNNING;
    }

    /** Every combination of everything that matters, with up to two rows each. */
    static Stream<BridgeCondition> everyCondition() {
        List<BridgeCondition> all = new ArrayList<>();
        for (List<ConnectorState> connectors : upToTwo(ConnectorState.values())) {
            for (List<BufferState> buffers : upToTwo(BufferState.values())) {
                for (Store store : Store.values()) {
                    for (Local local : Local.values()) {
                        for (int flags = 0; flags < 16; flags++) {
                            all.add(new BridgeCondition(
                                    (flags & 1) != 0,
                                    buffers,
                                    connectors,
                                    store,
                                    local,
                                    (flags & 2) != 0,
                                    (flags & 4) != 0,
                                    (flags & 8) != 0,
                                    ERRORS));
                        }
                    }
                }
            }
        }
        return all.stream();
    }

    private static <T> List<List<T>> upToTwo(T[] values) {
        List<List<T>> lists = new ArrayList<>(List.of(List.of()));
        for (T first : values) {
            lists.add(List.of(first));
            for (T second : values) {
                lists.add(List.of(first, second));
            }
        }
        return lists;
    }

    @Test
    void judgesEveryCombinationAsTheContractSays() {
        assertThat(everyCondition()).isNotEmpty().allSatisfy(bridge -> {
            assertThat(StatusRules.status(bridge)).isEqualTo(expectedStatus(bridge));
            assertThat(StatusRules.runtimeState(bridge)).isEqualTo(expectedRuntimeState(bridge));
        });
    }

    @Test
    void givesAReasonExactlyWhenNotOk() {
        assertThat(everyCondition()).allSatisfy(bridge -> {
            if (StatusRules.status(bridge) == BridgeStatus.OK) {
                assertThat(StatusRules.reason(bridge)).isNull();
            } else {
                assertThat(StatusRules.reason(bridge)).isNotBlank();
            }
        });
    }

    @Test
    void isOkWithoutReasonWhenAllIsWell() {
        BridgeCondition bridge = condition(CONNECTED, Store.SOUND, Local.SUBSCRIBED);

        assertThat(StatusRules.status(bridge)).isEqualTo(BridgeStatus.OK);
        assertThat(StatusRules.reason(bridge)).isNull();
    }

    @Test
    void namesThePluginsReasons() {
        assertThat(StatusRules.reason(condition(NONE, Store.SOUND, Local.SUBSCRIBED)))
                .isEqualTo("All connector slots are disconnected: CONNACK 135");
        assertThat(StatusRules.reason(condition(HALF, Store.SOUND, Local.SUBSCRIBED)))
                .isEqualTo("Only part of the connector capacity is connected: CONNACK 135");
        assertThat(StatusRules.reason(condition(List.of(ConnectorState.MISSING), Store.SOUND, Local.SUBSCRIBED)))
                .isEqualTo("Expected bridge workers are missing: something");
        assertThat(StatusRules.reason(flags(true, false, false, false))).isEqualTo("Cluster aggregation is partial");
        assertThat(StatusRules.reason(disabled(Errors.NONE)))
                .isEqualTo("Bridge disabled in config; workers stopped and queue purged");
    }

    @Test
    void saysThatADisabledBridgeIsNotPurgedYet() {
        BridgeCondition bridge = disabled(new Errors(null, null, null, "cannot delete /q"));

        assertThat(StatusRules.status(bridge)).isEqualTo(BridgeStatus.DISABLED);
        assertThat(StatusRules.reason(bridge))
                .isEqualTo("Bridge disabled in config; workers stopped, queue not yet purged: cannot delete /q");
    }

    private static BridgeCondition disabled(Errors errors) {
        return new BridgeCondition(
                false, List.of(), List.of(), Store.SOUND, Local.SUBSCRIBED, false, false, true, errors);
    }

    @Test
    void addsTheErrorOfThePlaceThatFailed() {
        assertThat(StatusRules.reason(condition(CONNECTED, Store.BROKEN, Local.SUBSCRIBED)))
                .isEqualTo("A queue partition cannot store messages: no space left");
        assertThat(StatusRules.reason(condition(CONNECTED, Store.SOUND, Local.REFUSED)))
                .isEqualTo("The local broker refused the subscription: not authorized");
        assertThat(StatusRules.reason(condition(CONNECTED, Store.SOUND, Local.DISCONNECTED)))
                .isEqualTo("The local broker is not connected: not authorized");
    }

    @Test
    void fallsBackToTheBridgesLastError() {
        BridgeCondition bridge = new BridgeCondition(
                true,
                BUFFERS,
                NONE,
                Store.SOUND,
                Local.SUBSCRIBED,
                false,
                false,
                true,
                new Errors(null, null, null, "connection refused"));

        assertThat(StatusRules.reason(bridge)).isEqualTo("All connector slots are disconnected: connection refused");
    }

    @ParameterizedTest
    @EnumSource(
            value = Local.class,
            names = {"DISCONNECTED", "SUBSCRIBING", "DRAINING"})
    void isAtBestPartialWithoutLocalSubscription(Local local) {
        assertThat(StatusRules.status(condition(CONNECTED, Store.SOUND, local))).isEqualTo(BridgeStatus.PARTIAL);
        assertThat(StatusRules.status(condition(NONE, Store.SOUND, local))).isEqualTo(BridgeStatus.DISCONNECTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isNeverOkWhileMessagesWaitUnacknowledged(boolean complete) {
        assertThat(StatusRules.status(flags(!complete, true, false, true))).isNotEqualTo(BridgeStatus.OK);
        assertThat(StatusRules.reason(flags(false, true, false, false)))
                .startsWith("Messages are waiting but the remote has acknowledged none for over 30 s");
    }

    static Stream<List<ConnectorState>> nobody() {
        return Stream.of(List.of(ConnectorState.UNKNOWN), List.of(ConnectorState.UNKNOWN, ConnectorState.UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("nobody")
    void blamesTheClusterWhenNobodyAnswered(List<ConnectorState> connectors) {
        assertThat(StatusRules.reason(condition(connectors, Store.SOUND, Local.SUBSCRIBED)))
                .isEqualTo("Cluster aggregation is partial");
    }

    private static BridgeCondition condition(List<ConnectorState> connectors, Store store, Local local) {
        return new BridgeCondition(true, BUFFERS, connectors, store, local, false, false, true, ERRORS);
    }

    private static BridgeCondition flags(boolean incomplete, boolean stalled, boolean paused, boolean disabled) {
        return new BridgeCondition(
                !disabled, BUFFERS, CONNECTED, Store.SOUND, Local.SUBSCRIBED, paused, stalled, !incomplete, ERRORS);
    }
}
