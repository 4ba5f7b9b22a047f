package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import org.junit.jupiter.api.Test;

class CausesTest {

    @Test
    void sayWhatIsAtTheBottom() {
        Exception failure =
                new IOException("MQTT client", new IOException("TLS", new CertificateException("No name matching x")));

        assertThat(Causes.deepest(failure)).isEqualTo("No name matching x");
        assertThat(Causes.deepest(new ConnectException("Connection refused"))).isEqualTo("Connection refused");
    }

    @Test
    void sayMoreThanTheBareNameOfAnUnknownHost() {
        assertThat(Causes.deepest(new IOException(new UnknownHostException("broker.example"))))
                .isEqualTo("unknown host broker.example");
    }

    @Test
    void nameTheKindOfAFailureWithoutWords() {
        assertThat(Causes.deepest(new IOException(" "))).isEqualTo("IOException");
        assertThat(Causes.deepest(new IOException("outer", new InterruptedException())))
                .isEqualTo("InterruptedException");
    }
}
