package dev.mqttdq.api;

import dev.mqttdq.config.EffectiveQueues;
import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.MessageQueueOptionsReader;
import dev.mqttdq.config.MessageQueueReader;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.MessageQueuesSettings.Options;
import dev.mqttdq.config.MessageQueuesSettings.Switch;
import dev.mqttdq.queues.MessageQueues;
import dev.mqttdq.queues.QueueRefusedException;
import dev.mqttdq.queues.QueueRefusedException.Kind;
import dev.mqttdq.queues.QueueView;
import dev.mqttdq.store.StorageException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The message queues of this instance, under the broker's own paths. A queue is named in the path, or, where its name has a
 * slash as those of the deprecated {@code $q/} topics do, in the query: {@code /queue?name=…}.
 */
@RestController
@RequestMapping(QueuesController.BASE)
class QueuesController {

    static final String BASE = "/api/v5";

    private static final Logger log = LoggerFactory.getLogger(QueuesController.class);

    private static final String QUEUES = "/queues";
    private static final String QUEUES_TOO = "/message_queues/queues";
    private static final String QUEUE = "/queue/{name}";
    private static final String QUEUE_TOO = QUEUES_TOO + "/{name}";
    private static final String ANY_QUEUE = "/queue";
    private static final String CONFIG = "/queues/config";
    private static final String CONFIG_TOO = "/message_queues/config";

    private final MessageQueues queues;
    private final ConfigurationStates configurations;

    QueuesController(MessageQueues queues, ConfigurationStates configurations) {
        this.queues = queues;
        this.configurations = configurations;
    }

    @GetMapping({QUEUES, QUEUES_TOO})
    ResponseEntity<QueuePageJson> list(
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor) {
        QueuePage page = QueuePage.asked(limit, cursor);
        requireEnabled();
        return PluginApi.json(HttpStatus.OK, page.of(queues.queues(), configured()));
    }

    @PostMapping({QUEUES, QUEUES_TOO})
    ResponseEntity<Map<String, Object>> create(HttpServletRequest request) throws IOException {
        Map<String, Object> body = JsonBody.of(request);
        requireEnabled();
        QueueView created = queues.create(MessageQueueReader.created(body));
        configured()
                .warnings(created.definition().settings())
                .forEach(
                        warning -> log.warn("queue {}: {}", created.definition().name(), warning));
        return json(created);
    }

    @GetMapping({QUEUE, QUEUE_TOO})
    ResponseEntity<Map<String, Object>> get(@PathVariable String name) {
        return json(found(name));
    }

    @PutMapping({QUEUE, QUEUE_TOO})
    ResponseEntity<Map<String, Object>> replace(@PathVariable String name, HttpServletRequest request)
            throws IOException {
        Map<String, Object> body = JsonBody.of(request);
        QueueView present = found(name);
        return json(
                queues.update(MessageQueueReader.updated(present.definition().settings(), body)));
    }

    @DeleteMapping({QUEUE, QUEUE_TOO})
    ResponseEntity<Void> delete(@PathVariable String name) {
        requireEnabled();
        queues.delete(name);
        return ResponseEntity.noContent().build();
    }

    @GetMapping(ANY_QUEUE)
    ResponseEntity<Map<String, Object>> getAny(@RequestParam String name) {
        return get(name);
    }

    @PutMapping(ANY_QUEUE)
    ResponseEntity<Map<String, Object>> replaceAny(@RequestParam String name, HttpServletRequest request)
            throws IOException {
        return replace(name, request);
    }

    @DeleteMapping(ANY_QUEUE)
    ResponseEntity<Void> deleteAny(@RequestParam String name) {
        return delete(name);
    }

    @GetMapping({CONFIG, CONFIG_TOO})
    ResponseEntity<Map<String, Object>> options() {
        Options options = queues.options();
        Map<String, Object> tree = EffectiveQueues.of(options);
        tree.put("source", options.equals(configured().options()) ? "configuration" : "rest");
        return PluginApi.json(HttpStatus.OK, tree);
    }

    @PutMapping({CONFIG, CONFIG_TOO})
    ResponseEntity<Void> replaceOptions(HttpServletRequest request) throws IOException {
        queues.options(MessageQueueOptionsReader.read(queues.options(), JsonBody.of(request)));
        return ResponseEntity.noContent().build();
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> refused(QueueRefusedException refused) {
        String message = String.valueOf(refused.getMessage());
        return switch (refused.kind()) {
            case NOT_FOUND -> error(HttpStatus.NOT_FOUND, "NOT_FOUND", "Message queue not found");
            case ALREADY_EXISTS -> error(HttpStatus.BAD_REQUEST, "ALREADY_EXISTS", message);
            case MAX_QUEUE_COUNT_REACHED -> error(HttpStatus.BAD_REQUEST, "MAX_QUEUE_COUNT_REACHED", message);
            case BAD_REQUEST -> error(HttpStatus.BAD_REQUEST, "BAD_REQUEST", message);
            case NOT_ENABLED -> unavailable("Not enabled");
            case NOT_READY -> unavailable("Not ready");
        };
    }

    @ExceptionHandler
    ResponseEntity<InvalidConfigurationJson> invalid(InvalidConfigurationException invalid) {
        return PluginApi.json(HttpStatus.BAD_REQUEST, InvalidConfigurationJson.listing(invalid));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> unreadable(JsonBody.UnreadableException unreadable) {
        return error(unreadable.status(), unreadable.code(), String.valueOf(unreadable.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> nameless(MissingServletRequestParameterException missing) {
        return error(HttpStatus.BAD_REQUEST, "BAD_REQUEST", missing.getParameterName() + ": is required");
    }

    @ExceptionHandler
    ResponseEntity<ErrorJson> notStored(StorageException failure) {
        log.warn("a change of message queues cannot be stored", failure);
        return unavailable("Not stored: " + failure.getMessage());
    }

    private QueueView found(String name) {
        requireEnabled();
        return queues.find(name)
                .orElseThrow(() -> new QueueRefusedException(Kind.NOT_FOUND, "Message queue not found"));
    }

    private void requireEnabled() {
        if (queues.options().enable() == Switch.OFF) {
            throw new QueueRefusedException(Kind.NOT_ENABLED, "Not enabled");
        }
    }

    private MessageQueuesSettings configured() {
        return configurations.current().configuration().queues();
    }

    private ResponseEntity<Map<String, Object>> json(QueueView queue) {
        return PluginApi.json(HttpStatus.OK, QueueJson.of(queue, configured()));
    }

    private static ResponseEntity<ErrorJson> unavailable(String message) {
        return error(HttpStatus.SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE", message);
    }

    private static ResponseEntity<ErrorJson> error(HttpStatus status, String code, String message) {
        return PluginApi.json(status, new ErrorJson(code, message));
    }
}
