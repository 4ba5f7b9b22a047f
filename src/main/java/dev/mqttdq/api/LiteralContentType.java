package dev.mqttdq.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Sends {@link PluginApi#JSON} to the letter. Tomcat takes the charset apart from the type and puts both together again
 * without the space; scripts that compare the plugin's header as a string would take no notice of what the standard says
 * about that. Only the connector's own response can be told the whole header: the valve hands it on, the filter uses it.
 */
@Component
final class LiteralContentType extends OncePerRequestFilter
        implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final String SETTER = LiteralContentType.class.getName();

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextValves(new SetterValve());
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !request.getRequestURI().startsWith(QueuesController.BASE);
    }

    @Override
    @SuppressWarnings("unchecked") // the valve's own attribute
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Consumer<String> setter = (Consumer<String>) request.getAttribute(SETTER);
        chain.doFilter(request, setter == null ? response : new LiteralResponse(response, setter));
    }

    private static final class SetterValve extends ValveBase {

        SetterValve() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            Consumer<String> setter = response.getCoyoteResponse()::setContentTypeNoCharset;
            request.setAttribute(SETTER, setter);
            getNext().invoke(request, response);
        }
    }

    private static final class LiteralResponse extends HttpServletResponseWrapper {

        private final Consumer<String> setter;

        LiteralResponse(HttpServletResponse response, Consumer<String> setter) {
            super(response);
            this.setter = setter;
        }

        @Override
        public void setContentType(String type) {
            if (PluginApi.JSON.equals(type)) {
                setter.accept(type);
            } else {
                super.setContentType(type);
            }
        }

        @Override
        public void setHeader(String name, String value) {
            if (isContentType(name)) {
                setContentType(value);
            } else {
                super.setHeader(name, value);
            }
        }

        @Override
        public void addHeader(String name, String value) {
            if (isContentType(name)) {
                setContentType(value);
            } else {
                super.addHeader(name, value);
            }
        }

        private static boolean isContentType(String name) {
            return HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name);
        }
    }
}
