package dev.mqttdq.queues.listener;

import dev.mqttdq.queues.QueueSubscriptions;
import java.util.function.Supplier;

/** What all connections share. */
record ListenerContext(
        QueueSubscriptions subscriptions,
        Supplier<Access> access,
        Authenticator authenticator,
        ConnectedClients clients,
        UnsentBytes unsent,
        ListenerReports reports,
        Limits limits) {}
