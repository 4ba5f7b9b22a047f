package dev.mqttdq.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Functions from texts to a text. */
final class TextFunctions {

    /** EMQX's names of what every Java runtime has under its own. */
    private static final Map<String, String> ALGORITHMS = new TreeMap<>(Map.of(
            "md5", "MD5",
            "sha", "SHA-1",
            "sha224", "SHA-224",
            "sha256", "SHA-256",
            "sha384", "SHA-384",
            "sha512", "SHA-512"));

    private TextFunctions() {}

    static Node.Text lower(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        return evaluation -> text.text(evaluation).toLowerCase(Locale.ROOT);
    }

    static Node.Text upper(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        return evaluation -> text.text(evaluation).toUpperCase(Locale.ROOT);
    }

    static Node.Text trim(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        return evaluation -> text.text(evaluation).strip();
    }

    static Node.Text concat(List<Argument> arguments) {
        List<Node.Text> parts = arguments.stream().map(Argument::text).toList();
        return evaluation -> {
            BoundedText whole = new BoundedText();
            parts.forEach(part -> whole.append(part.text(evaluation)));
            return whole.toString();
        };
    }

    /** From a position, counted from 0 in characters and not in halves of them, to the end or for a length. */
    static Node.Text substr(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        WholeNumber start = arguments.get(1).number(0);
        if (arguments.size() == 2) {
            return evaluation -> {
                String whole = text.text(evaluation);
                return whole.substring(skip(whole, 0, start.value(evaluation)));
            };
        }
        WholeNumber length = arguments.get(2).number(0);
        return evaluation -> {
            String whole = text.text(evaluation);
            int from = skip(whole, 0, start.value(evaluation));
            return whole.substring(from, skip(whole, from, length.value(evaluation)));
        };
    }

    /** The index that many characters on, at most the end. */
    private static int skip(String text, int from, int characters) {
        int left = text.codePointCount(from, text.length());
        return text.offsetByCodePoints(from, Math.min(characters, left));
    }

    static Node.Text replace(List<Argument> arguments) {
        Node.Text text = arguments.get(0).text();
        Node.Text sought = arguments.get(1).notEmpty();
        Node.Text replacement = arguments.get(2).text();
        return evaluation -> replaced(text.text(evaluation), sought.text(evaluation), replacement.text(evaluation));
    }

    /** Not {@link String#replace}, which is unbounded. */
    private static String replaced(String text, String sought, String replacement) {
        BoundedText result = new BoundedText();
        int from = 0;
        for (int at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, from)) {
            result.append(text, from, at);
            result.append(replacement);
            from = at + sought.length();
        }
        result.append(text, from, text.length());
        return result.toString();
    }

    static Node.Text hash(List<Argument> arguments) {
        String name = arguments.get(0).literal("the name of the hash");
        String algorithm = ALGORITHMS.get(name);
        if (algorithm == null) {
            throw arguments.get(0).error("unknown hash '" + name + "', known are " + ALGORITHMS.keySet());
        }
        Node.Text text = arguments.get(1).text();
        return evaluation -> {
            MessageDigest digest = digest(algorithm);
            digest.update(Utf8.encode(text.text(evaluation)));
            return HexFormat.of().formatHex(digest.digest());
        };
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("this Java runtime lacks " + algorithm, missing);
        }
    }
}
