{{- define "colophon.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "colophon.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "colophon.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "colophon.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* Address that users open; empty if unknown. */}}
{{- define "colophon.publicUrl" -}}
{{- if .Values.publicUrl -}}
{{- .Values.publicUrl -}}
{{- else if .Values.ingress.enabled -}}
{{- printf "%s://%s%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host .Values.ingress.path | trimSuffix "/" -}}
{{- end -}}
{{- end -}}

{{/* Refuses values that no pod could start with. Values of a wrong type or name are refused by values.schema.json. */}}
{{- define "colophon.check" -}}
{{- $values := .Values -}}
{{- if and (eq .Values.store.kind "embedded") (gt (int .Values.replicas) 1) -}}
{{- fail (printf "replicas is %d, but store.kind is embedded, whose data folder belongs to one process. Set replicas: 1, or store.kind: postgres." (int .Values.replicas)) -}}
{{- end -}}
{{- if and (eq .Values.store.kind "postgres") (not .Values.store.secret) -}}
{{- fail "store.kind is postgres, but store.secret is empty. Name the Secret with the database's address." -}}
{{- end -}}
{{- if and (eq .Values.store.kind "postgres") (not .Values.secretsKey.secret) -}}
{{- fail "store.kind is postgres, but secretsKey.secret is empty. Name a Secret with one key for all pods: without it, each would encrypt with its own." -}}
{{- end -}}
{{- if and (eq .Values.store.kind "embedded") .Values.store.secret -}}
{{- fail (printf "store.secret is %q, but store.kind is embedded. Set store.kind: postgres, or leave store.secret empty." .Values.store.secret) -}}
{{- end -}}
{{- if and (eq .Values.search.kind "opensearch") (not .Values.search.secret) -}}
{{- fail "search.kind is opensearch, but search.secret is empty. Name the Secret with OpenSearch's address." -}}
{{- end -}}
{{- if and (eq .Values.search.kind "embedded") .Values.search.secret -}}
{{- fail (printf "search.secret is %q, but search.kind is embedded. Set search.kind: opensearch, or leave search.secret empty." .Values.search.secret) -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled is true, but ingress.host is empty. Name the host that users open." -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.serviceMonitor.tokenSecret) (not .Values.config.openMetrics) -}}
{{- fail "serviceMonitor.enabled is true, but /metrics needs a token. Name its Secret in serviceMonitor.tokenSecret, or set config.openMetrics: true." -}}
{{- end -}}
{{- range $option, $value := dict "data" "persistence" "host" "service" "port" "service" "store" "store" "search" "search" "secrets" "secretsKey" "publicUrl" "publicUrl" "trustedProxies" "trustedProxies" "stopDelay" "stopDelaySeconds" "memory" "store" -}}
{{- if hasKey $values.config $option -}}
{{- fail (printf "config.%s is set, but the chart sets this option. Use the value %s instead." $option $value) -}}
{{- end -}}
{{- end -}}
{{- if hasKey (default dict .Values.config.limits) "answerTimeout" -}}
{{- fail "config.limits.answerTimeout is set, but the chart sets this option. Use the value answerTimeoutSeconds instead." -}}
{{- end -}}
{{- end -}}

{{/* A variable from a Secret, if one is named: (list NAME secret secretKey). */}}
{{- define "colophon.secretVariable" -}}
{{- if index . 1 }}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef:
      name: {{ index . 1 | quote }}
      key: {{ index . 2 | quote }}
{{- end }}
{{- end -}}

{{/* The pod's metadata and specification, for a StatefulSet or a Deployment. */}}
{{- define "colophon.pod" -}}
metadata:
  labels:
    {{- include "colophon.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    # Another configuration restarts the pods.
    checksum/config: {{ toYaml .Values.config | sha256sum }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "colophon.name" . }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # The stop delay, the longest request, and ten seconds to close connections.
  terminationGracePeriodSeconds: {{ add .Values.stopDelaySeconds .Values.answerTimeoutSeconds 10 }}
  securityContext:
    runAsNonRoot: true
    {{- with .Values.securityContext.user }}
    runAsUser: {{ . }}
    {{- end }}
    {{- with .Values.securityContext.group }}
    runAsGroup: {{ . }}
    fsGroup: {{ . }}
    fsGroupChangePolicy: OnRootMismatch
    {{- end }}
    seccompProfile:
      type: RuntimeDefault
  {{- with .Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . | quote }}
    {{- end }}
  {{- end }}
  containers:
    - name: colophon
      image: "{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}"
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      env:
        - name: COLOPHON_STOP_DELAY
          value: {{ printf "%ds" (int .Values.stopDelaySeconds) }}
        - name: COLOPHON_LIMITS_ANSWER_TIMEOUT
          value: {{ printf "%ds" (int .Values.answerTimeoutSeconds) }}
        {{- with include "colophon.publicUrl" . }}
        - name: COLOPHON_PUBLIC_URL
          value: {{ . | quote }}
        {{- end }}
        {{- with .Values.trustedProxies }}
        - name: COLOPHON_TRUSTED_PROXIES
          value: {{ join "," . | quote }}
        {{- end }}
        {{- if .Values.config }}
        - name: COLOPHON_CONFIG
          value: /etc/colophon/config.yaml
        {{- end }}
        {{- include "colophon.secretVariable" (list "COLOPHON_STORE" .Values.store.secret .Values.store.secretKey) | trim | nindent 8 }}
        {{- include "colophon.secretVariable" (list "COLOPHON_SEARCH" .Values.search.secret .Values.search.secretKey) | trim | nindent 8 }}
        {{- include "colophon.secretVariable" (list "COLOPHON_SECRETS_KEY" .Values.secretsKey.secret .Values.secretsKey.secretKey) | trim | nindent 8 }}
        {{- include "colophon.secretVariable" (list "COLOPHON_LOGIN_ROOT_PASSWORD" .Values.rootPassword.secret .Values.rootPassword.secretKey) | trim | nindent 8 }}
        {{- with .Values.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        - name: http
          containerPort: 8080
      startupProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 2
        timeoutSeconds: 2
        failureThreshold: {{ div (add .Values.startTimeoutSeconds 1) 2 }}
      livenessProbe:
        httpGet: { path: /health, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      # Noticed within the stop delay.
      readinessProbe:
        httpGet: { path: /health/ready, port: http }
        periodSeconds: 2
        timeoutSeconds: 3
        failureThreshold: 2
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: tmp
          mountPath: /tmp
        {{- if .Values.config }}
        - name: config
          mountPath: /etc/colophon
          readOnly: true
        {{- end }}
  volumes:
    {{- if ne .Values.store.kind "embedded" }}
    - name: data
      emptyDir: {}
    {{- end }}
    - name: tmp
      emptyDir: {}
    {{- if .Values.config }}
    - name: config
      configMap:
        name: {{ include "colophon.name" . }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
