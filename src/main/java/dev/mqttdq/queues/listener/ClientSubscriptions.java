package dev.mqttdq.queues.listener;

import dev.mqttdq.message.TopicFilter;
import dev.mqttdq.queues.QueueTopic;
import dev.mqttdq.queues.listener.QueueSubscription.Options;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttReasonCodes.SubAck;
import io.netty.handler.codec.mqtt.MqttReasonCodes.UnsubAck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The subscriptions of one client, by the topic of the SUBSCRIBE. Belongs to the event loop of its connection. */
final class ClientSubscriptions {

    /** Of every granted subscription, whatever the client asked for. */
    private static final int GRANTED = Byte.toUnsignedInt(SubAck.GRANTED_QOS_1.byteValue());

    /** The only refusal that MQTT 3.1.1 knows (section 3.9.3). */
    private static final int FAILURE = Byte.toUnsignedInt(SubAck.UNSPECIFIED_ERROR.byteValue());

    /** A SUBACK around its codes and its reason: more than that is left out where the client takes only small packets. */
    private static final int SUBACK_BYTES = 16;

    private final ClientName client;
    private final ConnectRequest connect;
    private final DeliveryWindow window;
    private final ListenerContext context;
    private final Map<String, QueueSubscription> subscriptions = new LinkedHashMap<>();

    ClientSubscriptions(ClientName client, ConnectRequest connect, DeliveryWindow window, ListenerContext context) {
        this.client = client;
        this.connect = connect;
        this.window = window;
        this.context = context;
    }

    /** What becomes of a SUBSCRIBE; nothing has been done yet. */
    final class Decision {

        private final List<Integer> codes = new ArrayList<>();
        private final Map<QueueTopic, Options> granted = new LinkedHashMap<>();
        private int added;
        private @Nullable String reason;

        private void grant(QueueTopic topic, Options options) {
            codes.add(GRANTED);
            if (granted.put(topic, options) == null && !subscriptions.containsKey(topic.topic())) {
                added++;
            }
        }

        private boolean isFullFor(QueueTopic topic) {
            boolean known = subscriptions.containsKey(topic.topic()) || granted.containsKey(topic);
            return !known && subscriptions.size() + added >= context.limits().subscriptions();
        }

        private void refuse(String topic, Rejection rejection) {
            codes.add(connect.mqtt5() ? Byte.toUnsignedInt(rejection.code.byteValue()) : FAILURE);
            reason = reason == null ? rejection.reason : reason;
            context.reports().refusedSubscription(client, topic, rejection.reason);
        }

        /** With the reason of the first refusal, if the client wants to hear it. */
        MqttMessage suback(int packetId) {
            boolean said = reason != null
                    && connect.wantsReasons()
                    && SUBACK_BYTES + codes.size() + reason.length() <= connect.maximumPacketSize();
            return Packets.suback(packetId, codes, said ? reason : null);
        }

        /** A topic that is subscribed to already keeps its place at the queue (3.8.4). */
        void changeKnown() {
            granted.forEach((topic, options) -> {
                QueueSubscription known = subscriptions.get(topic.topic());
                if (known != null) {
                    known.change(options);
                }
            });
        }

        void makeNew() {
            granted.forEach((topic, options) -> {
                if (!subscriptions.containsKey(topic.topic())) {
                    QueueSubscription subscription = new QueueSubscription(window, topic, options);
                    subscriptions.put(topic.topic(), subscription);
                    subscription.attach(context.subscriptions(), mayCreate(topic));
                }
            });
        }
    }

    /** Why a topic is refused. */
    private enum Rejection {
        NO_QUEUE(SubAck.TOPIC_FILTER_INVALID, "only message queues can be subscribed to here, as $queue/<name>"),
        INVALID(SubAck.TOPIC_FILTER_INVALID, "the name of the queue or its filter is not valid"),
        NOT_ALLOWED(SubAck.NOT_AUTHORIZED, "not allowed by the rules of the listener"),
        TOO_MANY(SubAck.QUOTA_EXCEEDED, "too many subscriptions");

        private final SubAck code;
        private final String reason;

        Rejection(SubAck code, String reason) {
            this.code = code;
            this.reason = reason;
        }
    }

    Decision decide(SubscribeRequest request) {
        Decision decision = new Decision();
        AccessRules rules = context.access().get().rules();
        for (SubscribeRequest.Topic asked : request.topics()) {
            Optional<QueueTopic> topic = QueueTopic.parse(asked.topic());
            if (topic.isEmpty() || Texts.haveControlCharacters(asked.topic())) {
                decision.refuse(asked.topic(), isForQueues(asked.topic()) ? Rejection.INVALID : Rejection.NO_QUEUE);
            } else if (!rules.allow(client, asked.topic())) {
                decision.refuse(asked.topic(), Rejection.NOT_ALLOWED);
            } else if (decision.isFullFor(topic.get())) {
                decision.refuse(asked.topic(), Rejection.TOO_MANY);
            } else {
                decision.grant(topic.get(), request.options(asked));
            }
        }
        return decision;
    }

    private static boolean isForQueues(String topic) {
        return topic.startsWith("$queue/") || topic.startsWith("$q/");
    }

    /** A queue takes all messages of its filter: only who may subscribe to these may have it made. */
    private boolean mayCreate(QueueTopic topic) {
        TopicFilter filter = topic.filter();
        return filter != null && context.access().get().rules().allow(client, filter.value());
    }

    /** Whether all of them would be granted by these rules. */
    boolean areAllowed(AccessRules rules) {
        return subscriptions.keySet().stream().allMatch(topic -> rules.allow(client, topic));
    }

    /** Ends those with these topics; a code for each (section 3.11.3). */
    List<Short> end(List<String> topics) {
        List<Short> codes = new ArrayList<>();
        for (String topic : topics) {
            QueueSubscription subscription = subscriptions.remove(topic);
            if (subscription != null) {
                end(subscription);
            }
            UnsubAck code = subscription == null ? UnsubAck.NO_SUBSCRIPTION_EXISTED : UnsubAck.SUCCESS;
            codes.add((short) Byte.toUnsignedInt(code.byteValue()));
        }
        return codes;
    }

    void endAll() {
        subscriptions.values().forEach(this::end);
        subscriptions.clear();
    }

    private void end(QueueSubscription subscription) {
        subscription.end();
        window.forget(subscription);
    }
}
