package dev.mqttdq;

import dev.mqttdq.cli.CommandLine;
import java.security.Security;
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
        if (CommandLine.isCommand(args)) {
            System.exit(new CommandLine(System.in, System.out, System.err, System::getenv).run(args));
        }
        // Brokers move: their names are asked for again at each attempt to connect.
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        SpringApplication.run(MqttDqApplication.class, args);
    }
}
