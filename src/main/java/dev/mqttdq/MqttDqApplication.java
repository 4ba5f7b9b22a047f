package dev.mqttdq;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the service: bridges from the local MQTT broker to remote ones through queues on disk. */
@SpringBootApplication
public class MqttDqApplication {

    public static void main(String[] args) {
        SpringApplication.run(MqttDqApplication.class, args);
    }
}
