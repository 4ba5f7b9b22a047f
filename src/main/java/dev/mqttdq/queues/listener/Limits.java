package dev.mqttdq.queues.listener;

import java.time.Duration;

/**
 * What one client, and all of them together, may take of this process.
 *
 * @param connections accepted at a time; more are closed at once
 * @param strangers connections that have not logged in yet, of all of them
 * @param connectDeadline from the TCP connection to the end of the login, TLS included
 * @param keepAlive longest time a client of MQTT 5 may be silent; also for those that want no keep alive
 * @param packetBytes largest packet that is read, in bytes
 * @param clientIdLength longest client id, in characters
 * @param subscriptions of one client
 * @param window unacknowledged messages of a client that has no Receive Maximum, as before MQTT 5
 * @param unreadAnswers answers that a client has not read; more of them end its connection
 * @param unsentBytes messages that wait for one client's socket; no more is sent to it above that
 * @param allUnsentBytes the same for all clients together, but for one message of {@link UnsentBytes#SMALL} bytes for each
 * @param stalled how long a client may read nothing of what waits for its socket
 * @param logins waiting for a check of their password
 * @param failedLogins of one user from one address in {@link #failureMemory}; more are not checked
 * @param farewell from the last packet until the socket is closed, whether the client has read it or not
 */
record Limits(
        int connections,
        int strangers,
        Duration connectDeadline,
        Duration keepAlive,
        int packetBytes,
        int clientIdLength,
        int subscriptions,
        int window,
        int unreadAnswers,
        int unsentBytes,
        long allUnsentBytes,
        Duration stalled,
        int logins,
        int failedLogins,
        Duration failureMemory,
        Duration farewell) {

    private static final int KIB = 1024;

    /** Together at most some 400 MB, and that only under attack: 10,000 packets that are not finished, and what waits. */
    static final Limits DEFAULT = new Limits(
            10_000,
            1000,
            Duration.ofSeconds(10),
            Duration.ofMinutes(10),
            16 * KIB,
            256,
            100,
            100,
            1000,
            256 * KIB,
            64L * KIB * KIB,
            Duration.ofSeconds(30),
            256,
            10,
            Duration.ofMinutes(1),
            Duration.ofSeconds(2));
}
