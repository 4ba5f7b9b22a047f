package dev.mqttdq.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.config.DispatchStrategy;
import dev.mqttdq.config.MessageQueueSettings;
import dev.mqttdq.message.BridgeMessage;
import dev.mqttdq.message.MessageProperties;
import dev.mqttdq.message.Qos;
import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.message.UserProperty;
import dev.mqttdq.store.AppendListener;
import dev.mqttdq.store.DropReason;
import dev.mqttdq.store.QueueCounters;
import dev.mqttdq.store.StorageException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueIntakeTest {

    private final FakeStore store = new FakeStore();
    private final QueueCounters counters = new QueueCounters();
    private int stored;

    private final AppendListener listener = new AppendListener() {
        @Override
        public void stored() {
            stored++;
        }

        @Override
        public void failed(StorageException reason) {
            throw new AssertionError(reason);
        }
    };

    private QueueIntake intake(MessageQueueSettings settings) {
        return new QueueIntake(
                new QueueDefinition(settings, "id", false),
                from("from"),
                new OpenStore(store, counters),
                "id-1-",
                () -> 0);
    }

    private static PublisherProperties from(String property) {
        return new PublisherProperties(property, null);
    }

    private static MessageQueueSettings settings(boolean lastValue, String key) {
        return new MessageQueueSettings(
                "q",
                new TopicFilter("#"),
                lastValue,
                key,
                Duration.ofDays(1),
                DispatchStrategy.RANDOM,
                Long.MAX_VALUE,
                Long.MAX_VALUE,
                10,
                Duration.ofMillis(100),
                -1);
    }

    private static BridgeMessage message(String topic, UserProperty... userProperties) {
        return new BridgeMessage(
                topic,
                new byte[0],
                Qos.AT_LEAST_ONCE,
                false,
                1,
                new MessageProperties(null, null, null, null, new byte[0], List.of(userProperties)));
    }

    @Test
    void storesUnderTheKeyOfTheMessage() {
        QueueIntake intake = intake(settings(true, "message.from"));

        assertThat(intake.take(message("t", new UserProperty("from", "device-7")), listener))
                .isTrue();
        assertThat(store.keys()).containsExactly("device-7");
        assertThat(stored).isEqualTo(1);
    }

    @Test
    void storesWithoutAKeyWhereTheNewestDoesNotCount() {
        assertThat(intake(settings(false, "message.from")).take(message("t"), listener))
                .isTrue();

        assertThat(store.keys()).hasSize(1).containsOnlyNulls();
    }

    @Test
    void passesOverAMessageWithoutAKeyAndCountsIt() {
        assertThat(intake(settings(true, "message.from")).take(message("t"), listener))
                .isFalse();

        assertThat(store.keys()).isEmpty();
        assertThat(stored).isZero();
        assertThat(counters.drop(DropReason.KEY_FAILED)).isEqualTo(1);
        assertThat(counters.enqueue()).isEqualTo(counters.dequeue());
    }

    @Test
    void givesEachMessageAnIdOfItsOwn() {
        QueueIntake intake = intake(settings(true, "message.id"));
        intake.take(message("t"), listener);
        intake.take(message("t"), listener);

        assertThat(store.keys()).doesNotHaveDuplicates().hasSize(2);
    }

    @Test
    void followsAnotherExpressionAndAnotherPropertyAtOnce() {
        QueueIntake intake = intake(settings(true, "message.from"));
        BridgeMessage message = message("t", new UserProperty("from", "a"), new UserProperty("client", "b"));
        intake.take(message, listener);
        intake.reconfigure(settings(true, "message.from"), from("client"));
        intake.take(message, listener);
        intake.reconfigure(settings(true, "message.topic"), from("client"));
        intake.take(message, listener);

        assertThat(store.keys()).containsExactly("a", "b", "t");
    }
}
