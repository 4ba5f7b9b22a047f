package dev.mqttdq.api;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;

/**
 * HTTP Basic on everything, on both ports, but for health and Prometheus metrics on the management port. The one user is
 * {@code spring.security.user}; without a configured password Spring Boot makes one up at each start and logs it once.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    /** The page brings everything with it. */
    private static final String PAGE_POLICY =
            "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    @Bean
    SecurityFilterChain securityFilterChain(HttpSecurity http) {
        return http.authorizeHttpRequests(
                        requests -> requests.requestMatchers(SecurityConfiguration::isWriteFromElsewhere)
                                .denyAll()
                                .requestMatchers(EndpointRequest.to("health", "prometheus"))
                                .permitAll()
                                .anyRequest()
                                .authenticated())
                .httpBasic(Customizer.withDefaults())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(CsrfConfigurer::disable)
                .headers(headers -> headers.contentSecurityPolicy(policy -> policy.policyDirectives(PAGE_POLICY)))
                .build();
    }

    /**
     * A browser sends the login it has with every request to us, also with those that another site's page makes. Only the
     * host is compared: a proxy in front may speak another scheme.
     */
    private static boolean isWriteFromElsewhere(HttpServletRequest request) {
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin == null || READS.contains(request.getMethod())) {
            return false;
        }
        String host = request.getHeader(HttpHeaders.HOST);
        return !origin.substring(origin.indexOf("//") + 2).equalsIgnoreCase(host);
    }
}
