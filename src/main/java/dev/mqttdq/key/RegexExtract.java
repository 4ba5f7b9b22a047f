package dev.mqttdq.key;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code regex_extract}: the groups of the first match, or the whole match where the pattern has none.
 * RE2 matches in time linear in text and program; both are bounded here.
 */
final class RegexExtract {

    /** In characters: every topic. */
    static final int MAX_TEXT = 65_536;

    /** In instructions of RE2, roughly one for each character of the pattern with its counts written out. */
    static final int MAX_PROGRAM = 1_000;

    /** What the compiler may make of a pattern before it is measured, in the same measure. */
    private static final double MAX_EXPANSION = 100_000;

    /** A count, and whether it repeats a group: only those multiply each other. */
    private static final Pattern COUNT = Pattern.compile("(\\)?)\\{([0-9]+)(?:,([0-9]*))?\\}");

    private RegexExtract() {}

    static Node call(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        Pattern pattern = compiled(arguments.get(1));
        if (pattern.groupCount() <= 1) {
            int group = pattern.groupCount();
            return (Node.Text) evaluation -> group(match(pattern, text.text(evaluation)), group);
        }
        return (Node.Texts) evaluation -> groups(match(pattern, text.text(evaluation)));
    }

    private static Pattern compiled(Argument argument) {
        String written = argument.literal("the regular expression");
        if (written.length() * expansion(written) > MAX_EXPANSION) {
            throw tooLarge(argument);
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(written);
        } catch (PatternSyntaxException wrong) {
            throw argument.error("not a regular expression of RE2: " + wrong.getMessage());
        }
        if (pattern.programSize() > MAX_PROGRAM) {
            throw tooLarge(argument);
        }
        return pattern;
    }

    /** How often a character of the pattern can stand in the program at most. RE2/J itself has no bound. */
    private static double expansion(String written) {
        double nested = 1;
        double innermost = 1;
        Matcher counts = COUNT.matcher(written);
        while (counts.find()) {
            double count = Math.max(number(counts.group(2)), number(counts.group(3)));
            if (counts.group(1).isEmpty()) {
                innermost = Math.max(innermost, count);
            } else {
                nested *= count;
            }
        }
        return nested * innermost;
    }

    private static double number(@Nullable String digits) {
        return digits == null || digits.isEmpty() ? 1 : Math.max(1, Double.parseDouble(digits));
    }

    private static KeyExpressionException tooLarge(Argument argument) {
        return argument.error("the regular expression is too large with its counts written out");
    }

    private static Matcher match(Pattern pattern, String text) {
        if (text.length() > MAX_TEXT) {
            throw new KeyEvaluationException("a text for regex_extract is longer than " + MAX_TEXT + " characters");
        }
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new KeyEvaluationException("a regular expression does not match");
        }
        return matcher;
    }

    /** A group that took no part in the match is empty. */
    private static String group(Matcher match, int number) {
        return Objects.requireNonNullElse(match.group(number), "");
    }

    private static List<String> groups(Matcher match) {
        List<String> groups = new ArrayList<>();
        for (int number = 1; number <= match.groupCount(); number++) {
            groups.add(group(match, number));
        }
        return groups;
    }
}
