package dev.mqttdq.api;

import dev.mqttdq.cluster.Membership;
import dev.mqttdq.cluster.Membership.Outlook;
import dev.mqttdq.drain.DrainOperations;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/drain}: empties this instance before it goes away. Answers at once; reading tells how far it is. */
@Component
@Endpoint(id = "drain")
class DrainEndpoint {

    private static final int DEFAULT_DEADLINE_S = 60;
    private static final int MAX_DEADLINE_S = 86_400;

    private final DrainOperations operations;
    private final Membership membership;
    private volatile @Nullable Outlook outlook;

    DrainEndpoint(DrainOperations operations, Membership membership) {
        this.operations = operations;
        this.membership = membership;
    }

    @ReadOperation
    DrainJson report() {
        return DrainJson.of(operations.report(), outlook);
    }

    /**
     * Begins. The parameters are named as in JSON, where Spring takes their names from.
     *
     * @param deadline_s seconds until what remains is reported
     * @param if_leaving true: only where this instance goes away for good
     */
    @WriteOperation
    @SuppressWarnings("MemberName")
    DrainJson drain(@Nullable Integer deadline_s, @Nullable Boolean if_leaving) {
        int seconds = deadline_s == null ? DEFAULT_DEADLINE_S : deadline_s;
        if (seconds < 1 || seconds > MAX_DEADLINE_S) {
            throw new InvalidEndpointRequestException(
                    "deadline_s out of range", "deadline_s must be 1 to " + MAX_DEADLINE_S);
        }
        Outlook asked = Boolean.TRUE.equals(if_leaving) ? membership.outlook() : null;
        outlook = asked;
        return asked != null && !asked.leaving()
                ? report()
                : DrainJson.of(operations.drain(Duration.ofSeconds(seconds)), asked);
    }
}
