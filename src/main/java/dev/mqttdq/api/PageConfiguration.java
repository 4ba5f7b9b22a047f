package dev.mqttdq.api;

import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Where the page and the description of the API are served: the page also where the plugin has its own. */
@Configuration(proxyBeanMethods = false)
class PageConfiguration implements WebMvcConfigurer {

    private static final String PAGE = "/ui";
    private static final String PLUGIN_PAGE = PluginApi.BASE + "/ui";

    @Override
    public void addViewControllers(ViewControllerRegistry registry) {
        registry.addRedirectViewController("/", PAGE + "/");
        for (String page : new String[] {PAGE, PLUGIN_PAGE}) {
            registry.addRedirectViewController(page, page + "/");
            registry.addViewController(page + "/").setViewName("forward:" + page + "/index.html");
        }
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        // A new version of the service brings a new page: browsers may keep it, but ask each time whether it still
        // holds.
        CacheControl revalidate =
                CacheControl.maxAge(0, TimeUnit.SECONDS).mustRevalidate().cachePrivate();
        registry.addResourceHandler(PAGE + "/**", PLUGIN_PAGE + "/**")
                .addResourceLocations("classpath:/ui/")
                .setCacheControl(revalidate);
        registry.addResourceHandler(PluginApi.BASE + "/*.json")
                .addResourceLocations("classpath:/api/")
                .setCacheControl(revalidate);
    }
}
