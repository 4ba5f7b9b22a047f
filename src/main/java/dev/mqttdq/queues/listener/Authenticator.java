package dev.mqttdq.queues.listener;

import dev.mqttdq.config.Secret;
import dev.mqttdq.queues.listener.ConnectRequest.Credentials;
import java.net.InetAddress;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Checks passwords, which is slow on purpose, on two threads of its own ({@code queue-listener-login-<i>}) with a bounded queue:
 * when more logins come than can be checked, further ones are refused as {@link Refusal#BUSY}. A user that does not exist takes
 * as long as a wrong password. Any thread may ask.
 */
final class Authenticator {

    private static final int THREADS = 2;

    /** Longer names are not remembered; there is no such user but where one is configured. */
    private static final int LONGEST_STRANGER = 256;

    private final Supplier<Access> access;
    private final PasswordEncoder passwords;
    private final FailedLogins failures;
    private final ThreadPoolExecutor workers;
    private volatile @Nullable String nobodysHash;

    Authenticator(Supplier<Access> access, PasswordEncoder passwords, FailedLogins failures, Limits limits) {
        this.access = access;
        this.passwords = passwords;
        this.failures = failures;
        AtomicInteger number = new AtomicInteger();
        workers = new ThreadPoolExecutor(
                THREADS, THREADS, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(limits.logins()), task -> {
                    Thread thread = new Thread(task, "queue-listener-login-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        workers.allowCoreThreadTimeOut(true);
    }

    /** The answer to a login: a refusal, or neither refusal nor hash for an anonymous client, or the hash of its password. */
    record Answer(@Nullable Refusal refusal, @Nullable Secret hash) {

        private static Answer refused(Refusal refusal) {
            return new Answer(refusal, null);
        }
    }

    /** Answers at once or later on another thread. */
    void check(@Nullable Credentials credentials, InetAddress address, Consumer<Answer> answer) {
        if (credentials == null) {
            answer.accept(access.get().allowAnonymous() ? new Answer(null, null) : Answer.refused(Refusal.ANONYMOUS));
            return;
        }
        String username = credentials.username();
        if (username.length() > LONGEST_STRANGER && !access.get().users().containsKey(username)) {
            answer.accept(Answer.refused(Refusal.BAD_CREDENTIALS));
            return;
        }
        FailedLogins.Source source = new FailedLogins.Source(username, address);
        if (failures.areTooMany(source)) {
            answer.accept(Answer.refused(Refusal.TOO_MANY_FAILURES));
            return;
        }
        try {
            workers.execute(() -> answer.accept(check(credentials, source)));
        } catch (RejectedExecutionException e) {
            answer.accept(Answer.refused(Refusal.BUSY));
        }
    }

    private Answer check(Credentials credentials, FailedLogins.Source source) {
        Secret hash = access.get().users().get(credentials.username());
        boolean matches = matches(credentials.password(), hash == null ? nobodysHash() : hash.value());
        if (hash == null || !matches) {
            failures.failed(source);
            return Answer.refused(Refusal.BAD_CREDENTIALS);
        }
        failures.succeeded(source);
        return new Answer(null, hash);
    }

    private boolean matches(String password, String hash) {
        try {
            return passwords.matches(password, hash);
        } catch (IllegalArgumentException e) {
            // The encoder knows no such hash, or takes no such password; either way it does not match.
            return false;
        }
    }

    private String nobodysHash() {
        String hash = nobodysHash;
        if (hash == null) {
            hash = Objects.requireNonNull(passwords.encode(UUID.randomUUID().toString()));
            nobodysHash = hash;
        }
        return hash;
    }
}
