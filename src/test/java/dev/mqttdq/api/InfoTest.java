package dev.mqttdq.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.info.GitProperties;
import org.springframework.boot.test.web.server.LocalManagementPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ApiTest
class InfoTest {

    @Autowired
    private ObjectProvider<GitProperties> commit;

    @LocalManagementPort
    private int managementPort;

    private JsonNode info;

    @BeforeEach
    void ask() throws Exception {
        info = JsonMapper.shared()
                .readTree(new Http(managementPort).get("/actuator/info").body());
    }

    @Test
    void tellsBuildAndConfiguration() {
        assertThat(info.at("/build/artifact").asString()).isEqualTo("mqtt-dq");
        assertThat(info.at("/build/version").asString()).isNotEmpty();
        assertThat(info.at("/config/generation").asLong()).isEqualTo(3);
        assertThat(info.at("/config/source").asString()).isEqualTo("/etc/mqtt-dq/bridges.conf");
    }

    @Test
    void tellsTheCommitWhereThereIsARepository() {
        GitProperties git = commit.getIfAvailable();
        assumeTrue(git != null && git.getCommitId() != null, "built outside a repository");

        assertThat(info.at("/git/commit/id").asString()).isEqualTo(git.getShortCommitId());
    }
}
