package dev.mqttdq.key;

import static dev.mqttdq.key.KeyMessage.message;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions made at random, together with what they must yield. */
class RandomExpressionTest {

    private static final String TOPIC = "plant/7/Status";
    private static final String DAMAGE = "(),.'\" ax1\u0007";

    /** An expression and its key. */
    private record Sample(String text, String key) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void yieldsWhatEachPartYields(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            Sample sample = sample(random, random.nextInt(4));
            if (sample.text().length() <= KeyExpression.MAX_LENGTH) {
                assertThat(message().topic(TOPIC).key(sample.text()))
                        .as("seed %d: %s", seed, sample.text())
                        .isEqualTo(sample.key());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void pointsIntoTheTextWhateverIsDamaged(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 1_000; i++) {
            String text = damaged(sample(random, 2).text(), random);
            try {
                KeyExpression.parse(text);
            } catch (KeyExpressionException refused) {
                assertThat(refused.position())
                        .as("seed %d: %s", seed, text)
                        .isBetween(1, Math.min(text.length(), KeyExpression.MAX_LENGTH) + 1);
            }
        }
    }

    private static Sample sample(Random random, int depth) {
        if (depth == 0) {
            return leaf(random);
        }
        Sample a = sample(random, depth - 1);
        Sample b = sample(random, depth - 1);
        return switch (random.nextInt(9)) {
            case 0 -> new Sample(call(random, "concat", a.text, b.text), a.key + b.key);
            case 1 -> new Sample(call(random, "lower", a.text), a.key.toLowerCase(Locale.ROOT));
            case 2 -> new Sample(call(random, "upper", a.text), a.key.toUpperCase(Locale.ROOT));
            case 3 -> new Sample(call(random, "trim", a.text), a.key.strip());
            case 4 -> new Sample(call(random, "str_eq", a.text, b.text), String.valueOf(a.key.equals(b.key)));
            case 5 -> new Sample(call(random, "coalesce", a.text, b.text), a.key.isEmpty() ? b.key : a.key);
            case 6 ->
                new Sample(
                        call(random, "iif", a.text, a.text, b.text),
                        a.key.isEmpty() || a.key.equals("false") ? b.key : a.key);
            case 7 -> new Sample(call(random, "replace", a.text, "'a'", b.text), a.key.replace("a", b.key));
            default ->
                new Sample(call(random, "nth", "1", call(random, "split", a.text, "','")), a.key.split(",", -1)[0]);
        };
    }

    private static Sample leaf(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new Sample("message.topic", TOPIC);
            case 1 -> new Sample("message . 'qos'", "1");
            case 2 -> {
                String number = Integer.toString(random.nextInt());
                yield new Sample(number, number);
            }
            default -> literal(random);
        };
    }

    private static Sample literal(Random random) {
        char quote = random.nextBoolean() ? '\'' : '"';
        String alphabet = "aB ,.()\\é😀" + (quote == '"' ? '\'' : '"');
        StringBuilder value = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            int at = alphabet.offsetByCodePoints(0, random.nextInt(alphabet.codePointCount(0, alphabet.length())));
            value.appendCodePoint(alphabet.codePointAt(at));
        }
        return new Sample(quote + value.toString() + quote, value.toString());
    }

    private static String call(Random random, String name, String... arguments) {
        String space = " ".repeat(random.nextInt(2));
        return name + space + "(" + space + String.join(space + "," + space, arguments) + space + ")";
    }

    private static String damaged(String text, Random random) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int at = random.nextInt(damaged.length());
            if (random.nextBoolean()) {
                damaged.setCharAt(at, DAMAGE.charAt(random.nextInt(DAMAGE.length())));
            } else if (damaged.length() > 1) {
                damaged.deleteCharAt(at);
            }
        }
        return damaged.toString();
    }
}
