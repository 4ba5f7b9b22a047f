package dev.mqttdq.cluster;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Asks the Kubernetes API how many replicas the StatefulSet of this pod is to have. The pod leaves when its ordinal is beyond
 * them and at least one replica stays. It does not leave when it only restarts, and neither when the StatefulSet is gone or
 * has no replicas: then nobody takes over, the volumes stay, and the sessions at the local broker must too.
 *
 * <p>Needs the right to {@code get} this one StatefulSet. Where the API does not answer within seconds, the pod stays, which
 * loses nothing.
 */
final class StatefulSetMembership implements Membership {

    private static final Logger log = LoggerFactory.getLogger(StatefulSetMembership.class);
    private static final Pattern POD = Pattern.compile("(.+)-(\\d{1,9})");
    private static final RequestConfig IMPATIENT = new RequestConfigBuilder()
            .withRequestTimeout(5_000)
            .withRequestRetryBackoffLimit(0)
            .build();

    private final KubernetesClient client;
    private final String pod;

    /** @param pod the name of this pod */
    StatefulSetMembership(KubernetesClient client, String pod) {
        this.client = client;
        this.pod = pod;
    }

    @Override
    public Outlook outlook() {
        Matcher name = POD.matcher(pod);
        if (!name.matches()) {
            return Outlook.stays("the pod's name %s has no ordinal".formatted(pod));
        }
        try {
            StatefulSet set = client.adapt(NamespacedKubernetesClient.class)
                    .withRequestConfig(IMPATIENT)
                    .call(impatient -> impatient
                            .apps()
                            .statefulSets()
                            .withName(name.group(1))
                            .get());
            return outlook(name.group(1), Integer.parseInt(name.group(2)), set);
        } catch (KubernetesClientException e) {
            String reason = "the Kubernetes API does not tell whether StatefulSet %s keeps this pod: %s"
                    .formatted(name.group(1), cause(e));
            log.warn("{}: not draining; what is queued stays on the volume", reason);
            return Outlook.stays(reason);
        }
    }

    private static String cause(KubernetesClientException failure) {
        return failure.getCode() > 0
                ? "it answers " + failure.getCode()
                : NestedExceptionUtils.getMostSpecificCause(failure).toString();
    }

    private static Outlook outlook(String name, int ordinal, @Nullable StatefulSet set) {
        if (set == null || set.getMetadata().getDeletionTimestamp() != null) {
            return Outlook.stays("StatefulSet %s is deleted: nobody takes over".formatted(name));
        }
        Integer replicas = set.getSpec().getReplicas();
        int wanted = replicas == null ? 1 : replicas;
        StatefulSetOrdinals ordinals = set.getSpec().getOrdinals();
        int first = ordinals == null || ordinals.getStart() == null ? 0 : ordinals.getStart();
        if (wanted == 0) {
            return Outlook.stays("StatefulSet %s is scaled to 0: nobody takes over".formatted(name));
        }
        return ordinal < first || ordinal >= first + wanted
                ? Outlook.leaves("StatefulSet %s is to have %d replicas, without this one".formatted(name, wanted))
                : Outlook.stays("StatefulSet %s keeps this pod".formatted(name));
    }
}
