# docker build -t mqtt-dq:0.1.0-SNAPSHOT .   after ./mvnw package
FROM eclipse-temurin:17-jre-noble AS layers
WORKDIR /build
COPY target/mqtt-dq.jar mqtt-dq.jar
RUN java -Djarmode=tools -jar mqtt-dq.jar extract --layers --destination extracted

FROM eclipse-temurin:17-jre-noble
WORKDIR /app
# From what seldom changes to what always does.
COPY --from=layers /build/extracted/dependencies/ ./
COPY --from=layers /build/extracted/snapshot-dependencies/ ./
COPY --from=layers /build/extracted/application/ ./
# The classes that a start loads, ready to be mapped into memory. Valid for exactly these jars and this Java: it is made
# here, after the last COPY. A context that exits when it is refreshed opens no port, queue or connection.
RUN java -Xlog:cds=error -XX:ArchiveClassesAtExit=mqtt-dq.jsa -Dspring.context.exit=onRefresh -jar mqtt-dq.jar \
    && test -s mqtt-dq.jsa
# Owned by the user below, which a new volume mounted there takes over.
RUN install -d -o 10001 -g 10001 -m 0750 /data
USER 10001:10001
VOLUME /data
EXPOSE 8080 8081
ENTRYPOINT ["java", "-XX:SharedArchiveFile=mqtt-dq.jsa", "-Dmqtt-dq.data-dir=/data", "-jar", "mqtt-dq.jar"]
