package dev.mqttdq.store;

import static dev.mqttdq.store.QueueFixture.MEGABYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseTest {

    @TempDir
    Path directory;

    @Test
    void makesOneMessageDueAgainBeforeAllLaterOnes() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three", "four");
            List<StoredMessage> handedOut = queue.take(3);

            queue.queue.release(handedOut.get(1).offset());

            assertThat(queue.take(2)).extracting(QueueFixture::text).containsExactly("two", "four");
            assertThat(queue.settledSnapshot().inflight()).isEqualTo(4);
        }
    }

    @Test
    void keepsTheOrderOfSeveral() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            List<StoredMessage> handedOut = queue.take(3);

            queue.queue.release(handedOut.get(2).offset());
            queue.queue.release(handedOut.get(0).offset());

            assertThat(queue.take(2)).extracting(QueueFixture::text).containsExactly("one", "three");
        }
    }

    @Test
    void answersAPollThatWaits() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one");
            StoredMessage one = queue.take(1).get(0);
            CompletableFuture<List<StoredMessage>> waiting = queue.pollAsync(1, MEGABYTE);

            queue.queue.release(one.offset());

            assertThat(QueueFixture.await(waiting))
                    .extracting(QueueFixture::text)
                    .containsExactly("one");
        }
    }

    @Test
    void takesAMessageFromWhoHadIt() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one");
            List<StoredMessage> one = queue.take(1);
            queue.queue.release(one.get(0).offset());

            queue.publish(one);

            assertThat(queue.fetch(one.get(0).offset())).isEmpty();
            assertThat(queue.settledSnapshot().messages()).isEqualTo(1);
            assertThat(queue.take(1)).extracting(QueueFixture::text).containsExactly("one");
        }
    }

    @Test
    void doesNothingForAMessageThatIsNotHandedOut() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two");
            StoredMessage one = queue.take(1).get(0);
            queue.publish(List.of(one));

            queue.queue.release(one.offset());
            queue.queue.release(one.offset() + 1);
            queue.queue.release(Long.MAX_VALUE);

            assertThat(queue.takeAll()).extracting(QueueFixture::text).containsExactly("two");
        }
    }

    @Test
    void isUndoneByNothingButTheNextHandOut() {
        try (QueueFixture queue = QueueFixture.open(directory)) {
            queue.append("one", "two", "three");
            List<StoredMessage> handedOut = queue.take(2);
            queue.queue.release(handedOut.get(0).offset());
            queue.queue.rewind();

            assertThat(queue.takeAll()).extracting(QueueFixture::text).containsExactly("one", "two", "three");
        }
    }
}
