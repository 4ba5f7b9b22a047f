package dev.mqttdq.message;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one most likely meant. */
public final class NearestName {

    private NearestName() {}

    /** The nearest of the known ones, whatever its distance; empty only where none is known. */
    public static Optional<String> of(String unknown, Collection<String> known) {
        String sought = uniform(unknown);
        return known.stream()
                .min(Comparator.comparingInt((String name) -> distance(sought, uniform(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The one form of all spellings of a name: snake, kebab and camel case. */
    public static String uniform(String name) {
        return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** Levenshtein's edit distance: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
