package dev.mqttdq.api;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads a small JSON object out of a request, as a plain tree. */
final class JsonBody {

    /** No honest queue is longer, in bytes. */
    private static final int MAX_BYTES = 256 << 10;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonBody() {}

    /** The body is not what it has to be. */
    static final class UnreadableException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final HttpStatus status;
        private final String code;

        private UnreadableException(HttpStatus status, String code, String message) {
            super(message);
            this.status = status;
            this.code = code;
        }

        HttpStatus status() {
            return status;
        }

        String code() {
            return code;
        }
    }

    /**
     * The body, whatever its member names.
     *
     * @throws UnreadableException if it is of another type, too long, or no JSON object
     */
    static Map<String, Object> of(HttpServletRequest request) throws IOException {
        if (!isJson(request.getContentType())) {
            throw new UnreadableException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "UNSUPPORTED_MEDIA_TYPE",
                    "The body must be application/json, as Content-Type tells");
        }
        byte[] bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new UnreadableException(
                    HttpStatus.CONTENT_TOO_LARGE,
                    "CONTENT_TOO_LARGE",
                    "The body must have at most " + MAX_BYTES + " bytes");
        }
        try {
            if (JSON.readValue(bytes, Object.class) instanceof Map<?, ?> map) {
                Map<String, Object> body = new LinkedHashMap<>();
                map.forEach((key, value) -> body.put(String.valueOf(key), value));
                return body;
            }
            throw badRequest("The body must be a JSON object");
        } catch (JacksonException e) {
            throw badRequest("The body is no JSON: " + e.getOriginalMessage());
        }
    }

    private static UnreadableException badRequest(String message) {
        return new UnreadableException(HttpStatus.BAD_REQUEST, "BAD_REQUEST", message);
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return true;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            return type.isCompatibleWith(MediaType.APPLICATION_JSON)
                    || type.getSubtype().endsWith("+json");
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}
