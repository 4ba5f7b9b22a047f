package dev.mqttdq.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReasonCodesTest {

    @Test
    void areGivenInWords() {
        assertThat(ReasonCodes.describe(0x87)).isEqualTo("135 (not authorized)");
        assertThat(ReasonCodes.describe(0x8e)).startsWith("142 (session taken over");
        assertThat(ReasonCodes.describe(0xff)).isEqualTo("255 (unknown reason code)");
        assertThat(ReasonCodes.describeLegacy(5)).isEqualTo("5 (not authorized)");
        assertThat(ReasonCodes.describeLegacy(6)).isEqualTo("6 (unknown return code)");
    }
}
