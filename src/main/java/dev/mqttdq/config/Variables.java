package dev.mqttdq.config;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one kind of substitution there is: a value that is wholly <code>${EMQXDQ_NAME}</code> stands for that variable of
 * the operating system, byte for byte. An empty variable counts as set.
 */
final class Variables {

    private static final Pattern WHOLE = Pattern.compile("\\$\\{(EMQXDQ_[A-Za-z0-9_]*)}");

    private final Function<String, @Nullable String> environment;

    Variables(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    /** For values from elsewhere than the configuration: every text stands for itself. */
    static Variables none() {
        return new Variables(name -> "${" + name + "}");
    }

    /** The variable that a value wholly names. */
    static Optional<String> nameIn(String value) {
        Matcher matcher = WHOLE.matcher(value);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** What a value stands for; null where it names a variable that is not set. */
    @Nullable
    String resolve(String value) {
        Optional<String> name = nameIn(value);
        return name.isPresent() ? environment.apply(name.get()) : value;
    }
}
