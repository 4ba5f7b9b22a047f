package dev.mqttdq.queues.listener;

import dev.mqttdq.queues.listener.QueueSubscription.Options;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.IntegerProperty;
import io.netty.handler.codec.mqtt.MqttProperties.MqttProperty;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttTopicSubscription;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client asks for in a SUBSCRIBE (MQTT 5.0 section 3.8). The QoS it wants, No Local and Retain Handling make no
 * difference.
 *
 * @param identifiers as many as it has; more than one, or 0, is an error
 */
record SubscribeRequest(List<Topic> topics, List<Integer> identifiers) {

    record Topic(String topic, boolean retainAsPublished) {}

    static SubscribeRequest of(MqttSubscribeMessage message) {
        List<Integer> identifiers = new ArrayList<>();
        for (MqttProperty<?> property : message.idAndPropertiesVariableHeader()
                .properties()
                .getProperties(MqttProperties.SUBSCRIPTION_IDENTIFIER)) {
            identifiers.add(((IntegerProperty) property).value());
        }
        List<MqttTopicSubscription> subscriptions = message.payload().topicSubscriptions();
        return new SubscribeRequest(
                subscriptions.stream().map(SubscribeRequest::topic).toList(), List.copyOf(identifiers));
    }

    private static Topic topic(MqttTopicSubscription subscription) {
        return new Topic(subscription.topicFilter(), subscription.option().isRetainAsPublished());
    }

    boolean isWellFormed() {
        return topics.stream().map(Topic::topic).allMatch(Texts::areWellFormed);
    }

    /** Section 3.8.2.1.2 and 3.8.3. */
    boolean breaksTheProtocol() {
        return topics.isEmpty() || identifiers.size() > 1 || identifiers.contains(0);
    }

    Options options(Topic topic) {
        return new Options(identifiers.isEmpty() ? 0 : identifiers.get(0), topic.retainAsPublished());
    }
}
