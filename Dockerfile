# Server image: docker build -t colophon . && docker run -p 8080:8080 -v colophon:/data colophon
FROM node:26-slim AS build
WORKDIR /colophon
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . ./
RUN npm run build

FROM node:26-slim
WORKDIR /colophon
COPY package.json LICENSE ./
COPY bin ./bin
COPY registry ./registry
COPY --from=build /colophon/dist ./dist
COPY --from=build /colophon/web/dist ./web/dist
RUN mkdir /data && chown node:node /data
USER node
ENV COLOPHON_DATA=/data COLOPHON_HOST=0.0.0.0 XDG_CACHE_HOME=/tmp
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.COLOPHON_PORT || 8080}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The launcher becomes the server, so that the server receives the stop signal.
ENTRYPOINT ["bin/colophon.cjs"]
CMD ["serve"]
