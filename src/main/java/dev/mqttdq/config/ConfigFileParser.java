package dev.mqttdq.config;

import java.util.Map;

/** Reads the text of a configuration file, and writes one. */
public interface ConfigFileParser {

    /**
     * The tree of a text: maps, lists, texts, numbers, booleans and nulls. Nothing is substituted but what the format
     * itself defines within the text.
     *
     * @param fileName decides the format by its ending; otherwise the text itself does
     * @throws ConfigSyntaxException without any of the text, which may hold secrets
     */
    Map<String, Object> parse(String fileName, String text) throws ConfigSyntaxException;

    /** The text of a tree, in the format that the file name decides. */
    String render(String fileName, Map<String, Object> tree);
}
