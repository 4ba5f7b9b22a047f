package dev.mqttdq.key;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads one expression by recursive descent; its depth is bounded, so is the stack.
 *
 * <pre>
 * expression = call | variable | literal
 * call       = WORD '(' [ expression { ',' expression } ] ')'
 * variable   = WORD { '.' ( WORD | QUOTED ) }
 * literal    = QUOTED | integer
 * </pre>
 */
final class Parser {

    static final int MAX_DEPTH = 32;

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]+");

    private final Lexer lexer;
    private Token current;
    private boolean usesPublisher;

    Parser(String text) {
        lexer = new Lexer(text);
        current = lexer.next();
    }

    Node.Text parse() {
        Argument root = expression(1);
        if (!current.is(Token.Type.END)) {
            throw error("the end of the expression is expected, not " + current.shown());
        }
        return root.text();
    }

    boolean usesPublisher() {
        return usesPublisher;
    }

    private Argument expression(int depth) {
        if (depth > MAX_DEPTH) {
            throw error("the expression is nested deeper than " + MAX_DEPTH + " levels");
        }
        Token first = take();
        Node node = switch (first.type()) {
            case QUOTED -> new Node.Literal(first.text());
            case WORD -> named(first, depth);
            default ->
                throw new KeyExpressionException(
                        first.position(), "a variable, a function or a literal is expected, not " + first.shown());
        };
        return new Argument(node, first.position());
    }

    private Node named(Token first, int depth) {
        if (current.is(Token.Type.OPEN)) {
            Functions.Function function = Functions.named(first);
            return function.call(first, arguments(depth));
        }
        if (INTEGER.matcher(first.text()).matches() && !current.is(Token.Type.DOT)) {
            return new Node.Literal(first.text());
        }
        return variable(first);
    }

    private List<Argument> arguments(int depth) {
        List<Argument> arguments = new ArrayList<>();
        take();
        if (current.is(Token.Type.CLOSE)) {
            take();
            return arguments;
        }
        while (true) {
            arguments.add(expression(depth + 1));
            Token end = take();
            if (end.is(Token.Type.CLOSE)) {
                return arguments;
            }
            if (!end.is(Token.Type.COMMA)) {
                throw new KeyExpressionException(end.position(), "',' or ')' is expected, not " + end.shown());
            }
        }
    }

    private Node.Text variable(Token first) {
        List<Token> segments = new ArrayList<>(List.of(first));
        while (current.is(Token.Type.DOT)) {
            take();
            if (!current.is(Token.Type.WORD) && !current.is(Token.Type.QUOTED)) {
                throw error("a name is expected, not " + current.shown());
            }
            segments.add(take());
        }
        Node.Text variable = Variable.named(segments);
        usesPublisher |= variable == Variable.FROM || variable == Variable.USERNAME;
        return variable;
    }

    private Token take() {
        Token taken = current;
        current = lexer.next();
        return taken;
    }

    private KeyExpressionException error(String problem) {
        return new KeyExpressionException(current.position(), problem);
    }
}
