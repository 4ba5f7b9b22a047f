package dev.mqttdq.cluster;

import static dev.mqttdq.bridge.BridgeSnapshotBuilder.healthy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mqttdq.bridge.BridgeStatus;
import dev.mqttdq.config.ClusterSettings;
import dev.mqttdq.config.Secret;
import dev.mqttdq.config.ServerAddress;
import dev.mqttdq.testkit.Ports;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.client.DefaultServiceInstance;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

class PeerViewsTest {

    /** Long enough for a peer on this machine to answer. */
    private static final Duration PATIENT = Duration.ofSeconds(20);

    private static final Duration SHORT = Duration.ofMillis(300);

    private final LocalNode self = new LocalNode(
            "node-a",
            () -> List.of(healthy("a").counters(10, 10, 10, 0).build()),
            InstantSource.system(),
            Duration.ofSeconds(5));
    private final NodeCodec codec = new NodeCodec();
    private final PeerClient client =
            new PeerClient(new PeerAccess("ops", new Secret("correct horse"), null, ""), codec);
    private final AtomicReference<ClusterSettings> settings = new AtomicReference<>();
    private final AtomicReference<@Nullable DiscoveryClient> discovery = new AtomicReference<>();
    private final DiscoveredPeers discovered = new DiscoveredPeers(discovery::get, "mqtt-dq");
    private final PeerViews views = new PeerViews(self, settings::get, discovered, client, System::nanoTime);
    private final List<HttpPeer> peers = new ArrayList<>();

    @AfterEach
    void close() {
        peers.forEach(HttpPeer::close);
        client.close();
        discovered.close();
    }

    @Test
    void addsUpWhatAllInstancesSay() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        HttpPeer c = peer(HttpPeer.answering(view("node-c", "c", 7)));
        listed(PATIENT, b, c);

        ClusterView view = views.current();

        assertThat(view.complete()).isTrue();
        assertThat(view.responded()).extracting(NodeView::node).containsExactly("node-a", "node-b", "node-c");
        assertThat(view.bridge("a")).hasValueSatisfying(bridge -> {
            assertThat(bridge.enqueue()).isEqualTo(22);
            assertThat(bridge.status()).isEqualTo(BridgeStatus.OK);
        });
    }

    @Test
    void asksWithTheLogin() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        listed(PATIENT, b);

        views.current();

        assertThat(b.requests())
                .singleElement()
                .asString()
                .startsWith("GET /api/v5/plugin_api/emqx_bridge_mqtt_dq/node HTTP/1.1\n")
                .contains("Authorization: Basic b3BzOmNvcnJlY3QgaG9yc2U=\n");
    }

    @Test
    void asksNobodyWhereItIsAlone() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        settings.set(new ClusterSettings(false, List.of(b.address()), PATIENT, "group"));

        assertThat(views.current().responded()).extracting(NodeView::node).containsExactly("node-a");
        assertThat(b.requests()).isEmpty();
    }

    @Test
    void recognisesItselfAndAnInstanceWithTwoAddresses() {
        HttpPeer itself = peer(HttpPeer.answering(codec.write(self.view())));
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        HttpPeer alias = peer(HttpPeer.answering(view("node-b", "b", 5)));
        listed(PATIENT, itself, b, alias);

        ClusterView view = views.current();

        assertThat(view.complete()).isTrue();
        assertThat(view.bridge("a"))
                .hasValueSatisfying(bridge -> assertThat(bridge.enqueue()).isEqualTo(15));
    }

    @Test
    void doesNotMistakeAnotherProcessOfTheSameNameForItself() {
        HttpPeer other = peer(HttpPeer.answering(view("node-a", "other", 5)));
        listed(PATIENT, other);

        assertFailed(
                other.address().toString(),
                "calls itself 'node-a' as another instance does: each needs its own mqtt-dq.node-name");
        assertThat(views.current().bridge("a"))
                .hasValueSatisfying(bridge -> assertThat(bridge.enqueue()).isEqualTo(10));
    }

    @Test
    void readsPeersAndTimeoutAnewEachTime() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        listed(PATIENT, b);
        assertThat(views.current().timeout()).isEqualTo(PATIENT);

        HttpPeer c = peer(HttpPeer.answering(view("node-c", "c", 5)));
        listed(PATIENT.plusSeconds(1), c);

        assertThat(views.current().responded()).extracting(NodeView::node).containsExactly("node-a", "node-c");
        assertThat(views.current().timeout()).isEqualTo(PATIENT.plusSeconds(1));
    }

    @Test
    void namesAnInstanceThatIsGoneAsItCalledItself() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        listed(PATIENT, b);
        assertThat(views.current().complete()).isTrue();

        b.close();

        // A connection that the client has kept may answer once more.
        await("noticed").until(() -> !views.current().complete());
        assertThat(views.current().failed()).extracting(FailedNode::node).containsExactly("node-b");
    }

    @Test
    void saysThatNobodyListens() {
        ServerAddress nobody = new ServerAddress("127.0.0.1", Ports.free());
        listedAt(PATIENT, nobody);

        assertFailed(nobody.toString(), "refused the connection: nobody listens there");
    }

    @Test
    void saysThatNobodyHasThatName() {
        listedAt(PATIENT, new ServerAddress("nobody.invalid", 8080));

        assertFailed("nobody.invalid:8080", "unknown host");
    }

    @Test
    void saysThatAnAddressIsNone() {
        listedAt(PATIENT, new ServerAddress("under_score", 8080), new ServerAddress("under_score", 8080));

        assertThat(views.current().failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).startsWith("is no address for HTTP: "));
    }

    @Test
    void doesNotWaitLongerThanItMay() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        HttpPeer silent = peer(HttpPeer.silent());
        listed(Duration.ofSeconds(2), b, silent);

        // Node b may be too slow now and then.
        ClusterView view =
                await().until(views::current, round -> round.responded().size() == 2);

        assertThat(view.responded()).extracting(NodeView::node).containsExactly("node-a", "node-b");
        assertThat(view.failed())
                .containsExactly(new FailedNode(silent.address().toString(), "did not answer within 1900 ms"));
        assertThat(view.bridge("a")).hasValueSatisfying(bridge -> {
            assertThat(bridge.status()).isEqualTo(BridgeStatus.PARTIAL);
            assertThat(bridge.statusReason()).isEqualTo("Cluster aggregation is partial");
        });
    }

    @Test
    void leavesAPeerThatTrickles() {
        HttpPeer slow = peer(HttpPeer.trickling());
        listed(SHORT, slow);

        assertFailed(slow.address().toString(), "did not answer within 285 ms");
        await("its connection is closed").until(() -> slow.abandoned() == 1);
    }

    @Test
    void leavesAPeerThatDoesNotEnd() {
        HttpPeer endless = peer(HttpPeer.endless("200 OK"));
        listed(PATIENT, endless);

        assertFailed(endless.address().toString(), "answered more than 16777216 bytes: is it another service?");
        await("its connection is closed").until(() -> endless.abandoned() == 1);
    }

    @Test
    void doesNotReadWhatComesWithAnError() {
        HttpPeer failing = peer(HttpPeer.endless("500 Internal Server Error"));
        listed(PATIENT, failing);

        assertFailed(failing.address().toString(), "answered HTTP 500");
        await("its connection is closed").until(() -> failing.abandoned() == 1);
    }

    @Test
    void saysThatTheLoginIsRefused() {
        assertAnswerFails(
                HttpPeer.answering("401 Unauthorized", "application/json", "{}"),
                "refused the login (HTTP 401): all instances need the same spring.security.user");
    }

    @Test
    void saysThatThereIsAnotherService() {
        assertAnswerFails(
                HttpPeer.answering("404 Not Found", "text/html", "<p>nothing</p>"),
                "does not know /api/v5/plugin_api/emqx_bridge_mqtt_dq/node (HTTP 404): is it another service, or"
                        + " another release?");
        assertAnswerFails(
                HttpPeer.answering("200 OK", "text/html", "<p>welcome</p>"),
                "answered text/html instead of JSON: is it another service?");
        assertAnswerFails(
                HttpPeer.answering("{\"hello\":\"world\"}"),
                "answered JSON that is no view of a node: is it another service?");
    }

    @Test
    void followsNoRedirect() {
        HttpPeer target = peer(HttpPeer.answering(view("node-c", "c", 5)));
        assertAnswerFails(
                HttpPeer.that(out -> HttpPeer.write(
                        out,
                        HttpPeer.head("302 Found", "application/json") + "Location: http://" + target.address()
                                + NodeCodec.PATH + "\r\nContent-Length: 0\r\n\r\n")),
                "answered with a redirect (HTTP 302), which is not followed");

        assertThat(target.requests()).isEmpty();
    }

    @Test
    void saysThatAnAnswerCannotBeRead() {
        listed(PATIENT, peer(HttpPeer.answering("{\"protocol\": 1, \"view\": {\"node\": \"b\"")));
        assertThat(views.current().failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).startsWith("answered what cannot be read: "));

        listed(PATIENT, peer(HttpPeer.answering("{\"protocol\": 1, \"view\": {\"node\": \"b\"}}")));
        assertThat(views.current().failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason())
                        .startsWith("answered what cannot be read: Missing creator property"));
    }

    @Test
    void saysThatAnotherReleaseRunsThere() {
        assertAnswerFails(
                HttpPeer.answering("{\"protocol\":2,\"nodes\":[]}"),
                "speaks version 2 of the protocol between instances, this one version 1: run the same release"
                        + " everywhere");
    }

    @Test
    void saysThatAnAnswerBrokeOff() {
        HttpPeer dying = peer(HttpPeer.that(out -> {
            HttpPeer.write(
                    out, HttpPeer.head("200 OK", "application/json") + "Content-Length: 100\r\n\r\n{\"protocol\"");
            out.close();
        }));
        listed(PATIENT, dying);

        assertThat(views.current().failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.reason()).startsWith("broke off: "));
    }

    @Test
    void sharesARoundThatIsUnderWay() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        byte[] json = view("node-b", "b", 5);
        HttpPeer b = peer(HttpPeer.that(out -> {
            all.await();
            HttpPeer.write(
                    out, HttpPeer.head("200 OK", "application/json") + "Content-Length: " + json.length + "\r\n\r\n");
            out.write(json);
        }));
        listed(PATIENT, b);
        List<Thread> callers =
                IntStream.range(0, 20).mapToObj(i -> new Thread(views::current)).toList();

        callers.forEach(Thread::start);
        await("all wait").until(() -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
        all.countDown();
        for (Thread caller : callers) {
            caller.join();
        }

        assertThat(b.requests()).hasSize(1);
        views.current();
        assertThat(b.requests()).hasSize(2);
    }

    @Test
    void findsInstancesByDiscoveryWhereNoneAreListed() {
        HttpPeer b = peer(HttpPeer.answering(view("node-b", "b", 5)));
        listedAt(PATIENT);
        discovery.set(new FakeDiscovery(() -> List.of(new DefaultServiceInstance(
                "b-1", "mqtt-dq", b.address().host(), b.address().port(), false))));

        ClusterView view = views.current();

        assertThat(view.complete()).isTrue();
        assertThat(view.responded()).extracting(NodeView::node).containsExactly("node-a", "node-b");
    }

    @Test
    void isNotCompleteWhereDiscoveryFails() {
        listedAt(PATIENT);
        discovery.set(new FakeDiscovery(() -> {
            throw new IllegalStateException("endpoints is forbidden");
        }));

        assertFailed("mqtt-dq", "the discovery client failed: endpoints is forbidden");
    }

    @Test
    void isNotCompleteWhereNobodyKnowsWhoThereIs() {
        listedAt(PATIENT);
        String reason = "the discovery client knows no instance of this service, and mqtt-dq.cluster.peers is empty";
        assertFailed("mqtt-dq", reason);

        discovery.set(new FakeDiscovery(List::of));
        assertFailed("mqtt-dq", reason);
    }

    @Test
    void doesNotWaitForDiscoveryNorAskItTwiceAtATime() {
        CountDownLatch done = new CountDownLatch(1);
        FakeDiscovery hanging = new FakeDiscovery(() -> {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return List.of();
        });
        listedAt(SHORT);
        discovery.set(hanging);

        assertFailed("mqtt-dq", "did not answer within 285 ms");
        assertFailed("mqtt-dq", "did not answer within 285 ms");
        assertThat(hanging.asked).isEqualTo(1);
        done.countDown();
    }

    private void assertAnswerFails(HttpPeer peer, String reason) {
        listed(PATIENT, peer(peer));
        assertFailed(peer.address().toString(), reason);
    }

    private void assertFailed(String node, String reason) {
        ClusterView view = views.current();
        assertThat(view.complete()).isFalse();
        assertThat(view.failed()).containsExactly(new FailedNode(node, reason));
        assertThat(view.responded()).extracting(NodeView::node).containsExactly("node-a");
    }

    private HttpPeer peer(HttpPeer peer) {
        peers.add(peer);
        return peer;
    }

    private void listed(Duration timeout, HttpPeer... peers) {
        listedAt(timeout, Stream.of(peers).map(HttpPeer::address).toArray(ServerAddress[]::new));
    }

    private void listedAt(Duration timeout, ServerAddress... addresses) {
        settings.set(new ClusterSettings(true, List.of(addresses), timeout, "group"));
    }

    private byte[] view(String node, String instance, long published) {
        return codec.write(new NodeView(
                node,
                instance,
                1,
                List.of(healthy("a")
                        .counters(published, published, published, 0)
                        .build())));
    }

    private static final class FakeDiscovery implements DiscoveryClient {

        private final Supplier<List<ServiceInstance>> instances;
        private volatile int asked;

        FakeDiscovery(Supplier<List<ServiceInstance>> instances) {
            this.instances = instances;
        }

        @Override
        public String description() {
            return "fake";
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // asked by one thread
        public List<ServiceInstance> getInstances(String service) {
            asked++;
            return service.equals("mqtt-dq") ? instances.get() : List.of();
        }

        @Override
        public List<String> getServices() {
            return List.of("mqtt-dq");
        }
    }
}
