package dev.mqttdq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the project says of itself. */
class ProjectTest {

    private static final Pattern DEPENDENCY =
            Pattern.compile("<dependency>\\s*<groupId>[^<]+</groupId>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]+)[^)]*\\)");

    @Test
    void everyDependencyIsExplained() throws IOException {
        String page = Files.readString(Path.of("docs", "dependencies.md"));
        String pom = Files.readString(Path.of("pom.xml"));
        String own = pom.substring(pom.indexOf("</dependencyManagement>"));

        assertThat(matches(DEPENDENCY, own))
                .isNotEmpty()
                .allSatisfy(dependency -> assertThat(page).contains(name(dependency)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"})
    void linksLeadSomewhere(String page) throws IOException {
        assertThat(matches(LINK, Files.readString(Path.of(page))))
                .allSatisfy(link -> assertThat(Path.of(link)).exists());
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1));
    }

    /** The page speaks of a family once. */
    private static String name(String artifact) {
        return artifact.equals("config")
                ? "com.typesafe:config"
                : artifact.replace("testcontainers-junit-jupiter", "testcontainers");
    }
}
