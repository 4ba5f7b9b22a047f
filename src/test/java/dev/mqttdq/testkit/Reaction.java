package dev.mqttdq.testkit;

/** What a {@link ScriptedPeer} does about one packet. Runs on the peer's only thread: it must not wait. */
@FunctionalInterface
public interface Reaction {

    /** As a broker would that accepts everything. */
    Reaction ANSWER = Exchange::answer;

    /** Nothing: the acknowledgement never comes. */
    Reaction SILENCE = exchange -> {};

    /** Resets the connection instead of an answer. */
    Reaction CUT = Exchange::cut;

    /** Ends the connection instead of an answer (FIN). */
    Reaction HANG_UP = Exchange::hangUp;

    /** Answers, then ends the connection (FIN, so that the answer arrives). */
    Reaction ANSWER_THEN_HANG_UP = ANSWER.andThen(HANG_UP);

    void react(Exchange exchange);

    /** This, then that. */
    default Reaction andThen(Reaction next) {
        return exchange -> {
            react(exchange);
            next.react(exchange);
        };
    }

    /** Answers with this reason code, or return code of MQTT 3: refuses a CONNECT, a PUBLISH, a SUBSCRIBE. */
    static Reaction reason(int code) {
        return exchange -> exchange.answer(code);
    }

    /** Sends these bytes instead of an answer, a packet or not. */
    static Reaction bytes(byte[] bytes) {
        return exchange -> exchange.send(bytes);
    }
}
