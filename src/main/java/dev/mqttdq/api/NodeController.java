package dev.mqttdq.api;

import dev.mqttdq.cluster.LocalNode;
import dev.mqttdq.cluster.NodeCodec;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What other instances ask of this one: its own bridges, and nobody else's. */
@RestController
class NodeController {

    private final LocalNode node;
    private final NodeCodec codec;

    NodeController(LocalNode node, NodeCodec codec) {
        this.node = node;
        this.codec = codec;
    }

    @GetMapping(NodeCodec.PATH)
    ResponseEntity<byte[]> node() {
        return PluginApi.json(HttpStatus.OK, codec.write(node.view()));
    }
}
