# Node of the version that package.json pins. A release adds its digest: docs/deploying.md.
ARG NODE=node:24.21.0-trixie-slim
# A former image, whose pages may still be open: `--build-arg PREVIOUS=tribune:…` adds its files of the web app.
ARG PREVIOUS=web

FROM ${NODE} AS base
WORKDIR /app

# The manifests alone, so that a change of a source installs nothing again.
FROM base AS manifests
COPY . /all
RUN cd /all && cp --parents package.json package-lock.json .npmrc */package.json /app

FROM manifests AS packages
# Optional peers stay out with the option: Vitest, Vite and React, which only other workspaces use.
RUN npm ci --ignore-scripts --omit=dev --legacy-peer-deps --workspace server

FROM manifests AS web
RUN npm ci --ignore-scripts --workspace web
COPY . .
ARG SERVICE_WORKER
RUN node scripts/build-web.ts

FROM ${PREVIOUS} AS previous

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=packages /app .
COPY domain domain
COPY protocol protocol
COPY contract contract
COPY french french
COPY football football
COPY server server
COPY scripts scripts
COPY --from=previous /app/web/dist/assets web/dist/assets
COPY --from=web /app/web/dist web/dist
RUN mkdir /data && chown 1000:1000 /data
# `node` of the base image, as a number: Kubernetes checks that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
