package dev.mqttdq;

import java.util.function.LongSupplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Starts the service: bridges from the local MQTT broker to remote ones through queues on disk. */
@SpringBootApplication
public class MqttDqApplication {

    /** The clock for delays; the system's time of day may jump. */
    @Bean
    LongSupplier nanoTime() {
        return System::nanoTime;
    }

    public static void main(String[] args) {
        SpringApplication.run(MqttDqApplication.class, args);
    }
}
