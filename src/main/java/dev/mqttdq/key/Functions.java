package dev.mqttdq.key;

import static java.util.Map.entry;

import dev.mqttdq.message.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The functions of the language by name. */
final class Functions {

    private static final int ANY = Integer.MAX_VALUE;

    private static final Map<String, Function> BY_NAME = Map.ofEntries(
            entry("json_value", new Function(2, 2, JsonValue::call)),
            entry("lower", new Function(1, 1, TextFunctions::lower)),
            entry("upper", new Function(1, 1, TextFunctions::upper)),
            entry("trim", new Function(1, 1, TextFunctions::trim)),
            entry("concat", new Function(1, ANY, TextFunctions::concat)),
            entry("substr", new Function(2, 3, TextFunctions::substr)),
            entry("replace", new Function(3, 3, TextFunctions::replace)),
            entry("hash", new Function(2, 2, TextFunctions::hash)),
            entry("regex_extract", new Function(2, 2, RegexExtract::call)),
            entry("split", new Function(2, 2, ListFunctions::split)),
            entry("topic_split", new Function(1, 1, ListFunctions::topicSplit)),
            entry("nth", new Function(2, 2, ListFunctions::nth)),
            entry("coalesce", new Function(1, ANY, ChoiceFunctions::coalesce)),
            entry("iif", new Function(3, 3, ChoiceFunctions::iif)),
            entry("str_eq", new Function(2, 2, ChoiceFunctions::strEq)));

    private Functions() {}

    static Function named(Token name) {
        Function function = BY_NAME.get(name.text());
        if (function == null) {
            throw new KeyExpressionException(
                    name.position(),
                    "unknown function '" + name.text() + "', the nearest known one is '"
                            + NearestName.of(name.text(), names()).orElseThrow() + "'");
        }
        return function;
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /**
     * @param least the fewest arguments it takes
     * @param most the most
     */
    record Function(int least, int most, Factory factory) {

        Node call(Token name, List<Argument> arguments) {
            if (arguments.size() < least || arguments.size() > most) {
                throw new KeyExpressionException(
                        name.position(),
                        "'" + name.text() + "' takes " + arity() + " arguments, not " + arguments.size());
            }
            return factory.create(arguments);
        }

        private String arity() {
            if (most == ANY) {
                return "at least " + least;
            }
            return least == most ? "exactly " + least : least + " to " + most;
        }
    }

    /** Checks the arguments and makes the node; their number is right already. */
    interface Factory {
        Node create(List<Argument> arguments);
    }
}
