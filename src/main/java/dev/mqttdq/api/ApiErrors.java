package dev.mqttdq.api;

import dev.mqttdq.bridge.UnknownBridgeException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What the REST API answers when it cannot do what it was asked to. */
@RestControllerAdvice
class ApiErrors {

    @ExceptionHandler
    ResponseEntity<BridgeNotFoundJson> unknown(UnknownBridgeException unknown) {
        return PluginApi.json(HttpStatus.NOT_FOUND, BridgeNotFoundJson.of(unknown.bridge()));
    }
}
