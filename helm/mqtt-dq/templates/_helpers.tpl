{{- define "mqtt-dq.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the pods' names and the labels made of it. */}}
{{- define "mqtt-dq.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "mqtt-dq.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "mqtt-dq.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "mqtt-dq.selectorLabels" -}}
app.kubernetes.io/name: {{ include "mqtt-dq.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Of the pod that tests a release: no Service may select it. */}}
{{- define "mqtt-dq.testLabels" -}}
app.kubernetes.io/name: {{ include "mqtt-dq.name" . }}-test
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "mqtt-dq.commonLabels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "mqtt-dq.labels" -}}
{{ include "mqtt-dq.selectorLabels" . }}
{{ include "mqtt-dq.commonLabels" . }}
{{- end }}

{{- define "mqtt-dq.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "mqtt-dq.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "mqtt-dq.loginSecret" -}}
{{- default (printf "%s-login" (include "mqtt-dq.fullname" .)) .Values.secrets.login }}
{{- end }}

{{- define "mqtt-dq.environmentSecret" -}}
{{- default (printf "%s-environment" (include "mqtt-dq.fullname" .)) .Values.secrets.environment }}
{{- end }}

{{/* The Secret with the listener's certificate; empty without one. */}}
{{- define "mqtt-dq.listenerTls" -}}
{{- if .Values.queues.listener.enabled }}{{ .Values.queues.listener.tls.secretName }}{{ end }}
{{- end }}

{{/* "true" where the replicas share the local broker's messages. */}}
{{- define "mqtt-dq.clustered" -}}
{{- if or .Values.cluster.enabled (gt (int .Values.replicaCount) 1) }}true{{ end }}
{{- end }}

{{/* What the ConfigMap says beside the bridges. Each replica by name, so that one that is away counts as missing; here and
not in the pods, so that another number of them restarts none. */}}
{{- define "mqtt-dq.application" -}}
{{- $application := deepCopy .Values.application }}
{{- if include "mqtt-dq.clustered" . }}
{{- $peers := list }}
{{- range $i := until (int .Values.replicaCount) }}
{{- $name := include "mqtt-dq.fullname" $ }}
{{- $peers = append $peers (printf "%s-%d.%s-headless.%s.svc:8080" $name $i $name $.Release.Namespace) }}
{{- end }}
{{- $application = mergeOverwrite $application (dict "mqtt-dq" (dict "cluster" (dict "peers" $peers))) }}
{{- end }}
{{- with $application }}{{ toYaml . }}{{ end }}
{{- end }}
