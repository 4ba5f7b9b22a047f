package dev.mqttdq.key;

import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The function {@code json_value}. Reads the document once as a stream, without building it, and to its end: what
 * follows the value must be JSON too. Of repeated names the first counts.
 */
final class JsonValue implements Node.Text {

    static final int MAX_DEPTH = 100;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxDocumentLength(BoundedText.MAX_LENGTH)
                    .maxStringLength(BoundedText.MAX_LENGTH)
                    .build())
            .build();

    private final Node.Text document;
    private final List<JsonPath.Step> path;

    private JsonValue(Node.Text document, List<JsonPath.Step> path) {
        this.document = document;
        this.path = path;
    }

    static Node.Text call(List<Argument> arguments) {
        return new JsonValue(arguments.get(0).text(), JsonPath.parse(arguments.get(1)));
    }

    @Override
    public String text(Evaluation evaluation) {
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), document.text(evaluation))) {
            json.nextToken();
            for (JsonPath.Step step : path) {
                descend(json, step);
            }
            String value = value(json);
            readToEnd(json);
            return value;
        } catch (JacksonException invalid) {
            throw new KeyEvaluationException("the text for json_value is not valid JSON within its bounds");
        }
    }

    private static void descend(JsonParser json, JsonPath.Step step) {
        if (json.currentToken() == JsonToken.START_OBJECT) {
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean found = step.name().equals(json.currentName());
                json.nextToken();
                if (found) {
                    return;
                }
                json.skipChildren();
            }
        } else if (json.currentToken() == JsonToken.START_ARRAY && step.index() >= 0) {
            for (int index = 0; json.nextToken() != JsonToken.END_ARRAY; index++) {
                if (index == step.index()) {
                    return;
                }
                json.skipChildren();
            }
        }
        throw new KeyEvaluationException("the JSON has no '" + step.name() + "' where json_value looks for it");
    }

    private static String value(JsonParser json) {
        if (json.currentToken() == JsonToken.VALUE_NULL) {
            throw new KeyEvaluationException("the value that json_value finds is null");
        }
        if (json.currentToken().isScalarValue()) {
            return json.getString();
        }
        StringWriter compact = new StringWriter();
        try (JsonGenerator copy = JSON.createGenerator(ObjectWriteContext.empty(), compact)) {
            copy.copyCurrentStructureExact(json);
        }
        return compact.toString();
    }

    private static void readToEnd(JsonParser json) {
        while (!json.streamReadContext().inRoot()) {
            json.nextToken();
        }
        if (json.nextToken() != null) {
            throw new KeyEvaluationException("the text for json_value goes on after its JSON");
        }
    }
}
