package dev.mqttdq.api;

import dev.mqttdq.config.InvalidConfigurationException;
import dev.mqttdq.config.MessageQueuesSettings;
import dev.mqttdq.config.Problem;
import dev.mqttdq.queues.QueueView;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which part of all queues somebody asks for. A cursor is the last name that was given, so that queues which come and go
 * between two questions neither hide nor repeat others.
 *
 * @param after the name before the first; empty for the beginning
 */
record QueuePage(int limit, String after) {

    private static final int DEFAULT_LIMIT = 100;
    private static final int MAX_LIMIT = 10_000;

    /** Tells a cursor of ours from other Base64. */
    private static final String MARK = "after:";

    /**
     * The part that these parameters mean.
     *
     * @throws InvalidConfigurationException with what is wrong with them
     */
    static QueuePage asked(@Nullable String limit, @Nullable String cursor) {
        List<Problem> problems = new ArrayList<>();
        Optional<Integer> number = limit == null ? Optional.of(DEFAULT_LIMIT) : limit(limit);
        if (number.isEmpty()) {
            problems.add(new Problem("limit", null, "must be an integer from 1 to " + MAX_LIMIT));
        }
        Optional<String> after = cursor == null ? Optional.of("") : after(cursor);
        if (after.isEmpty()) {
            problems.add(new Problem("cursor", null, "must be one that an answer before has given"));
        }
        if (!problems.isEmpty()) {
            throw new InvalidConfigurationException(problems);
        }
        return new QueuePage(number.orElseThrow(), after.orElseThrow());
    }

    private static Optional<Integer> limit(String text) {
        return text.matches("\\d{1,5}")
                ? Optional.of(Integer.valueOf(text)).filter(limit -> limit >= 1 && limit <= MAX_LIMIT)
                : Optional.empty();
    }

    private static Optional<String> after(String cursor) {
        try {
            String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            return text.startsWith(MARK) ? Optional.of(text.substring(MARK.length())) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** This part of these queues, which are in the order of their names. */
    QueuePageJson of(List<QueueView> queues, MessageQueuesSettings configured) {
        List<QueueView> following = queues.stream()
                .filter(queue -> queue.definition().name().compareTo(after) > 0)
                .limit(limit + 1L)
                .toList();
        boolean hasNext = following.size() > limit;
        List<QueueView> data = hasNext ? following.subList(0, limit) : following;
        return new QueuePageJson(
                data.stream().map(queue -> QueueJson.of(queue, configured)).toList(),
                new QueuePageJson.MetaJson(
                        hasNext,
                        hasNext ? cursor(data.get(limit - 1).definition().name()) : null));
    }

    private static String cursor(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString((MARK + name).getBytes(StandardCharsets.UTF_8));
    }
}
