package dev.mqttdq.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;

/** Runs the API on two free ports, as the service does, with a known login. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@SpringBootTest(
        classes = ApiTestApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "spring.security.user.name=" + ApiTest.USER,
            "spring.security.user.password=" + ApiTest.PASSWORD,
            "spring.cloud.kubernetes.enabled=false"
        })
@interface ApiTest {

    String USER = "operator";

    String PASSWORD = "correct horse";
}
