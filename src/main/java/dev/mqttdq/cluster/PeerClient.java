package dev.mqttdq.cluster;

import dev.mqttdq.config.ServerAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks other instances for their view, over HTTP. Follows no redirects, takes no answer above 16 MB, waits for none beyond
 * its limit, and does not leave connections behind that it no longer waits for. Thread-safe; nothing here blocks.
 */
final class PeerClient implements AutoCloseable {

    private static final int MAX_ANSWER_BYTES = 16 << 20;
    // Enough for the look-up of a name that hangs not to delay the others.
    private static final int THREADS = 4;

    private final PeerAccess access;
    private final NodeCodec codec;
    private final ExecutorService threads =
            Executors.newFixedThreadPool(THREADS, task -> new Thread(task, "cluster-peers"));
    private final HttpClient http;

    PeerClient(PeerAccess access, NodeCodec codec) {
        this.access = access;
        this.codec = codec;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .executor(threads);
        http = (access.tls() == null ? builder : builder.sslContext(access.tls())).build();
    }

    /** Asks; the answer comes within the limit, a failure too. */
    CompletableFuture<PeerAnswer> ask(ServerAddress address, Duration limit) {
        HttpRequest request;
        try {
            request = request(address);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(
                    new PeerAnswer.Failed(address, "is no address for HTTP: " + e.getMessage()));
        }
        CompletableFuture<HttpResponse<byte[]>> exchange = http.sendAsync(request, PeerClient::body);
        return exchange.thenApply(response -> read(address, response.body()))
                .orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS)
                .whenComplete((answer, failure) -> exchange.cancel(true))
                .exceptionally(failure -> new PeerAnswer.Failed(address, PeerFailures.words(failure, limit)));
    }

    private HttpRequest request(ServerAddress address) {
        return HttpRequest.newBuilder(access.uri(address))
                .header("Authorization", access.authorization())
                .header("Accept", "application/json")
                .build();
    }

    private PeerAnswer read(ServerAddress address, byte[] text) {
        try {
            return new PeerAnswer.Answered(address, codec.read(text));
        } catch (PeerException e) {
            throw new CompletionException(e);
        }
    }

    private static AnswerBody body(ResponseInfo head) {
        String problem = problem(head);
        return problem == null ? AnswerBody.upTo(MAX_ANSWER_BYTES) : AnswerBody.refused(new PeerException(problem));
    }

    private static @Nullable String problem(ResponseInfo head) {
        int status = head.statusCode();
        if (status == 401 || status == 403) {
            return "refused the login (HTTP %d): all instances need the same spring.security.user".formatted(status);
        }
        if (status == 404) {
            return "does not know " + NodeCodec.PATH + " (HTTP 404): is it another service, or another release?";
        }
        if (status >= 300 && status < 400) {
            return "answered with a redirect (HTTP %d), which is not followed".formatted(status);
        }
        if (status != 200) {
            return "answered HTTP " + status;
        }
        String type = head.headers().firstValue("Content-Type").orElse("nothing");
        return type.startsWith("application/json")
                ? null
                : "answered " + type + " instead of JSON: is it another service?";
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
