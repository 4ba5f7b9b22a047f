package dev.mqttdq;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The shape of the code. Each rule is also put to a small tree of classes that breaks it. */
class ArchitectureTest {

    private static final String ROOT = "dev.mqttdq";
    private static final String OFFENDER = "dev.mqttdq.offender";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses OFFENDERS = new ClassFileImporter().importPackages(OFFENDER);

    /** From the bottom to the top; a package may import those of lower levels only. */
    private static final List<List<String>> LEVELS = List.of(
            List.of("message"),
            List.of("key"),
            List.of("config"),
            List.of("hocon", "store", "session"),
            List.of("ingress", "egress", "drain"),
            List.of("bridge", "queues"),
            List.of("cluster"),
            List.of("api", "cli"));

    @ParameterizedTest
    @EnumSource
    void holds(Rule rule) {
        rule.of(ROOT).allowEmptyShould(true).check(MAIN);
    }

    @ParameterizedTest
    @EnumSource
    void canFail(Rule rule) {
        assertThat(rule.of(OFFENDER).evaluate(OFFENDERS).hasViolation()).isTrue();
    }

    @SuppressWarnings("ImmutableEnumChecker") // The functions hold nothing.
    enum Rule {
        PACKAGES_HAVE_NO_CYCLES(
                root -> slices().matching(root + ".(*)..").should().beFreeOfCycles()),
        PACKAGES_IMPORT_LOWER_ONES_ONLY(ArchitectureTest::levels),
        NOBODY_IMPORTS_THE_API(root -> onlyIn(root + ".api..", root + ".api..")),
        NOBODY_IMPORTS_THE_ROOT(root -> onlyIn(root, root)),
        ONLY_STORE_KNOWS_H2(root -> onlyIn(root + ".store..", "org.h2..")),
        ONLY_SESSION_KNOWS_THE_MQTT_CLIENTS(root -> onlyIn(root + ".session..", "org.eclipse.paho..")),
        ONLY_LISTENER_KNOWS_NETTY(root -> onlyIn(root + ".queues.listener..", "io.netty..")),
        ONLY_HOCON_KNOWS_ITS_LIBRARY(root -> onlyIn(root + ".hocon..", "com.typesafe.config..")),
        ONLY_KEY_EXPRESSIONS_KNOW_RE2(root -> onlyIn(root + ".key..", "com.google.re2j..")),
        NOTHING_IS_INJECTED_INTO_FIELDS(root -> NO_CLASSES_SHOULD_USE_FIELD_INJECTION),
        STATIC_FIELDS_ARE_FINAL(root -> fields().that().areStatic().should().beFinal()),
        /** A reference such as {@code System::nanoTime} is how time is injected; a call is not. */
        TIME_IS_INJECTED(root -> noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")),
        NOBODY_SLEEPS(root -> noClasses()
                .should()
                .callMethodWhere(calls(Thread.class, "sleep"))
                .orShould()
                .callMethodWhere(calls(TimeUnit.class, "sleep")));

        private final Function<String, ArchRule> rule;

        Rule(Function<String, ArchRule> rule) {
            this.rule = rule;
        }

        /** For the classes below this package. */
        ArchRule of(String root) {
            return rule.apply(root);
        }
    }

    private static DescribedPredicate<JavaCall<?>> calls(Class<?> type, String method) {
        return target(name(method)).and(target(owner(name(type.getName()))));
    }

    private static ArchRule onlyIn(String home, String library) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(home)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library);
    }

    private static ArchRule levels(String root) {
        LayeredArchitecture architecture = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : LEVELS.stream().flatMap(List::stream).toList()) {
            architecture = architecture.optionalLayer(name).definedBy(root + "." + name + "..");
        }
        List<String> lower = new ArrayList<>();
        for (List<String> level : LEVELS) {
            for (String name : level) {
                architecture = lower.isEmpty()
                        ? architecture.whereLayer(name).mayNotAccessAnyLayer()
                        : architecture.whereLayer(name).mayOnlyAccessLayers(lower.toArray(String[]::new));
            }
            lower.addAll(level);
        }
        return architecture.optionalLayer("root").definedBy(root).ensureAllClassesAreContainedInArchitecture();
    }
}
