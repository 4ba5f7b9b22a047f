package dev.mqttdq.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/**
 * The documents about the fields say what the code does. {@code mvn test -Dtest=ConfigurationDocumentsTest
 * -Ddocuments.write=true} writes them anew.
 */
class ConfigurationDocumentsTest {

    private static final Path PAGE = Path.of("docs/configuration.md");
    private static final Path SCHEMA = Path.of("src/main/resources/api/configuration.schema.json");
    private static final Path METADATA = Path.of("src/main/resources/META-INF/spring-configuration-metadata.json");

    @Test
    void referencePageHasEveryField() throws Exception {
        expect(PAGE, ConfigurationDocuments.reference(Files.readString(PAGE)));

        String page = Files.readString(PAGE);
        // Both kinds of queues that are made for subscriptions have the same fields.
        for (Section section : EnumSet.complementOf(EnumSet.of(Section.QUEUES_REGULAR))) {
            assertThat(page).contains("<!-- fields: " + section.key() + " -->");
        }
    }

    @Test
    void schemaHasEveryField() throws Exception {
        expect(SCHEMA, ConfigurationDocuments.schema());
    }

    @Test
    void metadataHasEveryProperty() throws Exception {
        expect(METADATA, ConfigurationDocuments.metadata());
    }

    @Test
    void defaultsAreWrittenAsTheyAre() throws Exception {
        for (Section section : Section.values()) {
            for (Field<?> field : section.fields()) {
                if (!field.defaultText().isEmpty() && !field.key().equals("clientid_prefix")) {
                    assertThat(field.type().parser().parse(field.defaultText()))
                            .as(section.key() + "." + field.key())
                            .isEqualTo(field.fallback());
                }
            }
        }
    }

    private static void expect(Path file, String content) throws IOException {
        if (Boolean.getBoolean("documents.write")) {
            Files.writeString(file, content);
        }
        assertThat(file).content().isEqualTo(content);
    }
}
