package dev.mqttdq.cli;

import dev.mqttdq.config.Configuration;
import dev.mqttdq.config.ConfigurationLoader;
import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.LoadedConfiguration;
import dev.mqttdq.config.Notice;
import dev.mqttdq.config.Problem;
import dev.mqttdq.config.Route;
import dev.mqttdq.hocon.ConfigFileFormats;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * The commands {@code check FILE} and {@code route FILE TOPIC}, which look at the file alone, need no broker, and change
 * nothing; {@code drain}, which asks the running service on this machine to empty itself; and {@code hash}, which makes of a
 * password what the configuration of the queues' listener holds.
 */
public final class CommandLine {

    /** Everything is as it should be. */
    public static final int OK = 0;

    /** The configuration is not valid. */
    public static final int INVALID = 1;

    /** The command was not understood. */
    public static final int USAGE = 2;

    /** The service could not be drained: something remains. */
    public static final int REMAINS = 3;

    /** The service does not answer, or not to this login. */
    public static final int UNREACHABLE = 4;

    private static final Set<String> COMMANDS = Set.of("check", "route", "drain", "hash");

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Function<String, @Nullable String> variables;

    /**
     * @param variables the variables of the operating system, by name
     */
    public CommandLine(InputStream in, PrintStream out, PrintStream err, Function<String, @Nullable String> variables) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.variables = variables;
    }

    /** Whether the program was called for a command instead of the service. */
    public static boolean isCommand(String... arguments) {
        return arguments.length > 0 && COMMANDS.contains(arguments[0]);
    }

    /** Carries out a command and tells the exit code. */
    public int run(String... arguments) {
        if (arguments.length == 2 && arguments[0].equals("check")) {
            return check(arguments[1]);
        }
        if (arguments.length == 3 && arguments[0].equals("route")) {
            return route(arguments[1], arguments[2]);
        }
        if (arguments.length > 0 && arguments[0].equals("drain")) {
            return drain(List.of(arguments).subList(1, arguments.length));
        }
        if (arguments.length == 1 && arguments[0].equals("hash")) {
            return hash();
        }
        return usage();
    }

    private int usage() {
        err.println("usage: java -jar mqtt-dq.jar check FILE");
        err.println("       java -jar mqtt-dq.jar route FILE TOPIC");
        err.println("       java -jar mqtt-dq.jar drain [--if-leaving] [--deadline=SECONDS] [--port=PORT] [--https]");
        err.println("       java -jar mqtt-dq.jar hash < FILE-WITH-PASSWORD");
        return USAGE;
    }

    private int drain(List<String> arguments) {
        DrainArguments understood;
        try {
            understood = DrainArguments.of(arguments, variables);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return usage();
        }
        ManagementClient service = new ManagementClient(understood.port(), understood.https(), variables);
        return new DrainCommand(out, err, service).run(understood);
    }

    /** The password is one line of the standard input: arguments can be seen by everybody on the machine. */
    private int hash() {
        try {
            String password = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            if (password == null || password.isEmpty()) {
                err.println("no password in the standard input");
                return USAGE;
            }
            out.println("{bcrypt}" + new BCryptPasswordEncoder().encode(password));
            return OK;
        } catch (IOException | IllegalArgumentException e) {
            err.println("cannot hash the password: " + e.getMessage());
            return USAGE;
        }
    }

    private int check(String file) {
        try {
            LoadedConfiguration loaded = load(file);
            for (Notice notice : loaded.notices()) {
                err.println(notice.severity().name().toLowerCase(Locale.ROOT) + ": " + notice.text());
            }
            Configuration configuration = loaded.configuration();
            out.printf(
                    "%s is valid (bridges: %d, remotes: %d)%n",
                    file,
                    configuration.bridges().size(),
                    configuration.remotes().size());
            return OK;
        } catch (InvalidConfigurationException e) {
            return refuse(file, e.problems());
        }
    }

    private int route(String file, String topic) {
        try {
            List<Route> routes = Route.of(load(file).configuration(), topic);
            routes.forEach(route -> out.println(line(route)));
            if (routes.isEmpty()) {
                out.println("no bridge takes " + topic);
            }
            return OK;
        } catch (InvalidConfigurationException e) {
            return refuse(file, e.problems());
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return USAGE;
        }
    }

    private LoadedConfiguration load(String file) {
        try {
            return ConfigurationLoader.ofFile(Path.of(file), new ConfigFileFormats(), variables);
        } catch (InvalidPathException e) {
            throw new InvalidConfigurationException(List.of(new Problem(file, null, "must be a path")));
        }
    }

    private int refuse(String file, List<Problem> problems) {
        err.println(file + " is not valid:");
        problems.forEach(problem -> err.println("  - " + problem));
        return INVALID;
    }

    private static String line(Route route) {
        return "%s%s: partition %d, connector %d, remote %s (%s), topic %s%s"
                .formatted(
                        route.bridge(),
                        route.enabled() ? "" : " (disabled)",
                        route.partition(),
                        route.connector(),
                        route.remote(),
                        route.server(),
                        route.remoteTopic(),
                        route.deliverable() ? "" : " (too long: dropped)");
    }
}
