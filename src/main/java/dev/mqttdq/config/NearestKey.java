package dev.mqttdq.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known key that a mistyped one most likely meant. */
public final class NearestKey {

    private NearestKey() {}

    /** What to say about an unknown key. */
    static String advice(String unknown, Collection<String> known) {
        return of(unknown, known)
                .map(nearest -> "unknown key, the nearest known one is '" + nearest + "'")
                .orElse("unknown key");
    }

    /** The nearest of the known ones, whatever its distance; empty only where none is known. */
    public static Optional<String> of(String unknown, Collection<String> known) {
        String sought = Field.uniform(unknown);
        return known.stream()
                .min(Comparator.comparingInt((String key) -> distance(sought, Field.uniform(key)))
                        .thenComparing(Comparator.naturalOrder()));
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
