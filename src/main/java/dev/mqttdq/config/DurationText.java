package dev.mqttdq.config;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations of message queues: milliseconds as an integer, or days to milliseconds with their units, as in 1h30m. */
final class DurationText {

    /** Longer than anything waits, and short enough to calculate with. */
    static final Duration LONGEST = Duration.ofDays(36_500);

    private static final Pattern MILLIS = Pattern.compile("\\d{1,13}");
    private static final Pattern UNITS =
            Pattern.compile("(?=.)(?:(\\d{1,5})d)?(?:(\\d{1,7})h)?(?:(\\d{1,9})m)?(?:(\\d{1,10})s)?(?:(\\d{1,13})ms)?");
    private static final long[] MILLIS_OF_UNIT = {86_400_000, 3_600_000, 60_000, 1_000, 1};
    private static final String[] NAME_OF_UNIT = {"d", "h", "m", "s", "ms"};

    private DurationText() {}

    /** The duration; empty where it is none or longer than {@link #LONGEST}. */
    static Optional<Duration> parse(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (MILLIS.matcher(lower).matches()) {
            return upToLongest(Duration.ofMillis(Long.parseLong(lower)));
        }
        Matcher matcher = UNITS.matcher(lower);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long millis = 0;
        for (int unit = 0; unit < MILLIS_OF_UNIT.length; unit++) {
            String number = matcher.group(unit + 1);
            millis += number == null ? 0 : Long.parseLong(number) * MILLIS_OF_UNIT[unit];
        }
        return upToLongest(Duration.ofMillis(millis));
    }

    /** In the largest unit that fits. */
    static String format(Duration duration) {
        long millis = duration.toMillis();
        int unit = 0;
        while (millis % MILLIS_OF_UNIT[unit] != 0) {
            unit++;
        }
        return millis / MILLIS_OF_UNIT[unit] + NAME_OF_UNIT[unit];
    }

    private static Optional<Duration> upToLongest(Duration duration) {
        return duration.compareTo(LONGEST) <= 0 ? Optional.of(duration) : Optional.empty();
    }
}
