package dev.mqttdq.api;

import dev.mqttdq.config.ConfigurationChange;
import dev.mqttdq.config.ConfigurationNotWritableException;
import dev.mqttdq.config.ConfigurationState;
import dev.mqttdq.config.ConfigurationWriter;
import dev.mqttdq.config.EffectiveConfiguration;
import dev.mqttdq.config.GenerationConflictException;
import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.Route;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Reads and replaces the configuration of this instance. With its entity tag as {@code If-Match} nobody's change is
 * overwritten unseen, be it in force or not (RFC 9110 section 13.1.1); with the generation alone, none since the start.
 */
@RestController
@RequestMapping(PluginApi.BASE)
class ConfigurationController {

    /** No honest configuration is longer, in bytes. */
    private static final int MAX_BYTES = 4 << 20;

    private final ConfigurationStates configurations;
    private final ConfigurationWriter writer;

    ConfigurationController(ConfigurationStates configurations, ConfigurationWriter writer) {
        this.configurations = configurations;
        this.writer = writer;
    }

    @GetMapping("/config")
    ResponseEntity<Map<String, Object>> config() {
        String tag = writer.tag();
        ConfigurationState state = configurations.current();
        Map<String, Object> tree = EffectiveConfiguration.of(state);
        writer.obstacle().ifPresent(obstacle -> tree.put("read_only", obstacle));
        return ResponseEntity.ok()
                .eTag("\"" + tag + "\"")
                .header(HttpHeaders.CONTENT_TYPE, PluginApi.JSON)
                .body(tree);
    }

    @PutMapping("/config")
    ResponseEntity<?> replace(
            InputStream body,
            @RequestParam(name = "dry_run", defaultValue = "false") boolean dryRun,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch)
            throws IOException {
        byte[] bytes = body.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            return PluginApi.json(
                    HttpStatus.CONTENT_TOO_LARGE,
                    new ErrorJson("CONTENT_TOO_LARGE", "A configuration has at most " + MAX_BYTES + " bytes"));
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        Optional<String> expected = expected(ifMatch);
        ConfigurationChange change = dryRun ? writer.preview(text, expected) : writer.write(text, expected);
        return PluginApi.json(HttpStatus.OK, ConfigurationChangeJson.of(change, dryRun));
    }

    /** Which bridges take a topic, into which partition, and under which remote topic. */
    @GetMapping("/route")
    ResponseEntity<?> route(@RequestParam String topic) {
        try {
            List<RouteJson> routes = Route.of(configurations.current().configuration(), topic).stream()
                    .map(RouteJson::of)
                    .toList();
            return PluginApi.json(HttpStatus.OK, routes);
        } catch (IllegalArgumentException e) {
            return PluginApi.json(HttpStatus.BAD_REQUEST, new ErrorJson("BAD_REQUEST", String.valueOf(e.getMessage())));
        }
    }

    @ExceptionHandler
    ResponseEntity<InvalidConfigurationJson> invalid(InvalidConfigurationException invalid) {
        return PluginApi.json(HttpStatus.BAD_REQUEST, InvalidConfigurationJson.of(invalid));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> conflict(GenerationConflictException conflict) {
        return PluginApi.json(
                HttpStatus.PRECONDITION_FAILED,
                new ErrorJson("PRECONDITION_FAILED", String.valueOf(conflict.getMessage())));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> notWritable(ConfigurationNotWritableException notWritable) {
        return PluginApi.json(HttpStatus.CONFLICT, new ErrorJson("CONFLICT", String.valueOf(notWritable.getMessage())));
    }

    private static Optional<String> expected(@Nullable String ifMatch) {
        return Optional.ofNullable(ifMatch)
                .map(String::strip)
                .filter(tag -> !tag.equals("*"))
                .map(tag -> tag.replaceFirst("^\"(.*)\"$", "$1"));
    }
}
