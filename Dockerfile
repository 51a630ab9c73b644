# Server image: docker build -t colophon . && docker run -p 8080:8080 -v colophon:/data colophon
# What it contains, how to run it and how to build it for other processors: docs/deploying.md#container-image

# The program is the same for every processor: built once, on that of the builder.
FROM --platform=$BUILDPLATFORM docker.io/library/node:26-slim AS build
WORKDIR /colophon
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . ./
# `.git` is not copied, so the commit is an argument: --build-arg COLOPHON_COMMIT=$(git rev-parse --short HEAD)
ARG COLOPHON_COMMIT=
RUN npm run build
# The image has no shell and no `env`, so `colophon` names its interpreter.
RUN mkdir -p /image/colophon/web /image/data /image/usr/local/bin \
  && mv package.json LICENSE bin registry dist /image/colophon/ \
  && mv web/dist /image/colophon/web/ \
  && printf '#!/usr/local/bin/node\nrequire("/colophon/bin/colophon.cjs");\n' > /image/usr/local/bin/colophon \
  && chmod 755 /image/usr/local/bin/colophon

# Only copied from, so that nothing of another processor runs during a build.
FROM docker.io/library/node:26-slim AS node

# Debian's C and C++ libraries, certificates and time zones; no shell, no package manager.
FROM gcr.io/distroless/cc-debian13:nonroot
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/LICENSE /usr/share/doc/node/LICENSE
# Node needs this library, which the base lacks.
COPY --from=node /usr/lib/*-linux-gnu/libatomic.so.1 /usr/lib/
COPY --from=build /image/colophon /colophon
COPY --from=build /image/usr/local/bin/colophon /usr/local/bin/colophon
COPY --from=build --chown=65532:65532 /image/data /data

ARG COLOPHON_VERSION=
ARG COLOPHON_COMMIT=
ARG COLOPHON_CREATED=
LABEL org.opencontainers.image.title="Colophon" \
  org.opencontainers.image.description="A metadata catalog server with typed structured properties that speaks DataHub's protocols." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$COLOPHON_VERSION" \
  org.opencontainers.image.revision="$COLOPHON_COMMIT" \
  org.opencontainers.image.created="$COLOPHON_CREATED"

WORKDIR /colophon
# By number, so that Kubernetes can check runAsNonRoot.
USER 65532:65532
# Written to: the catalog in /data, compiled code in /tmp. All else may be read-only. HOME is set for users of other numbers.
ENV COLOPHON_DATA=/data COLOPHON_HOST=0.0.0.0 HOME=/tmp
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COLOPHON_PORT || 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The launcher becomes the server, so that the server receives the stop signal.
ENTRYPOINT ["colophon"]
CMD ["serve"]
