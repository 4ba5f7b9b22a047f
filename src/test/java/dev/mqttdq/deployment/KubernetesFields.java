package dev.mqttdq.deployment;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.Map;

/** Holds resources against the types of Kubernetes: what those do not know is refused. */
final class KubernetesFields {

    private static final Map<String, Class<? extends HasMetadata>> TYPES = Map.of(
            "ConfigMap", ConfigMap.class,
            "NetworkPolicy", NetworkPolicy.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "Role", Role.class,
            "RoleBinding", RoleBinding.class,
            "Secret", Secret.class,
            "Service", Service.class,
            "ServiceAccount", ServiceAccount.class,
            "StatefulSet", StatefulSet.class);

    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {

                /** The types would collect what they do not know. */
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    private KubernetesFields() {}

    /** Whether the type of this resource is one of Kubernetes itself, not of an operator. */
    static boolean isKnown(Map<String, Object> resource) {
        return TYPES.containsKey(resource.get("kind"));
    }

    /** Throws {@link IllegalArgumentException} where a field is not known or of another type. */
    static void check(Map<String, Object> resource) {
        STRICT.convertValue(resource, TYPES.get(resource.get("kind")));
    }
}
