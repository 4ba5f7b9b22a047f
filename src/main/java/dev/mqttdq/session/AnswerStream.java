package dev.mqttdq.session;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/**
 * What the broker sends, from our first packet on. A connection that ends sooner must not be noticed sooner: the clients
 * start their receiving thread first, and where that has ended already they wait for it without end, one thread lost for
 * each attempt.
 */
final class AnswerStream extends FilterInputStream {

    private final CountDownLatch asked;

    /** @param asked opened with the first packet, sent or failed */
    AnswerStream(InputStream in, CountDownLatch asked) {
        super(in);
        this.asked = asked;
    }

    @Override
    public int read() throws IOException {
        awaitAsked();
        return super.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        awaitAsked();
        return super.read(bytes, offset, length);
    }

    private void awaitAsked() {
        boolean interrupted = false;
        while (asked.getCount() > 0) {
            try {
                asked.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
