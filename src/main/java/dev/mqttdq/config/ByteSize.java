package dev.mqttdq.config;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes in configuration: integer bytes, or a number with KB, MB or GB in any case, in steps of 1024. */
final class ByteSize {

    static final String ALLOWED = "must be a size: bytes, or a number with KB, MB or GB";

    private static final Pattern SIZE =
            Pattern.compile("(\\d{1,19}|\\d{1,19}\\.\\d{1,9}(?= *[KMG]))(?: *([KMG])B)?", Pattern.CASE_INSENSITIVE);

    private ByteSize() {}

    /** The bytes of a size of at least one byte; empty where it is none. */
    static Optional<Long> parse(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit(matcher.group(2))));
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 || bytes.compareTo(BigDecimal.ONE) < 0
                ? Optional.empty()
                : Optional.of(bytes.longValue());
    }

    /** The shortest exact way to write a size. */
    static String format(long bytes) {
        for (String unit : new String[] {"G", "M", "K"}) {
            if (bytes % unit(unit) == 0) {
                return bytes / unit(unit) + unit + "B";
            }
        }
        return Long.toString(bytes);
    }

    private static long unit(@Nullable String letter) {
        return switch (letter == null ? "" : letter.toUpperCase(Locale.ROOT)) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1L;
        };
    }
}
