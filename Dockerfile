# One instance: the server, the built pages and the packages of "dependencies"; what builds the pages stays out.
# Another base by: docker build --build-arg NODE_IMAGE=...
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS pages
WORKDIR /srv/quadkea
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /srv/quadkea
COPY package.json package-lock.json .npmrc ./
# Node itself is in the image.
RUN npm ci --omit=dev --omit=optional

FROM ${NODE_IMAGE}
# pg_dump and pg_restore, for backups of PostgreSQL; as new as the one in compose.yaml.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node --mode=0700 /data /backups
WORKDIR /srv/quadkea
COPY package.json ./
COPY domain domain
COPY server server
COPY --from=dependencies /srv/quadkea/node_modules node_modules
COPY --from=pages /srv/quadkea/build/client build/client
# Everything above belongs to root: the server can read it, and change nothing of it.
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME ["/data", "/backups"]
EXPOSE 3000
# Whether it lives. /readyz would restart it because of a mail server that is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
