# One instance: the server, the built pages and the packages in "dependencies". Build tools stay out.
# To use another base image: docker build --build-arg NODE_IMAGE=...
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
# The image already has Node.
RUN npm ci --omit=dev --omit=optional

FROM ${NODE_IMAGE}
# pg_dump and pg_restore, for PostgreSQL backups, as new as the server in compose.yaml; and the certificates that a
# database on another network is verified with.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node --mode=0700 /data /backups
WORKDIR /srv/quadkea
COPY package.json ./
COPY domain domain
COPY server server
COPY --from=dependencies /srv/quadkea/node_modules node_modules
COPY --from=pages /srv/quadkea/build/client build/client
COPY --from=pages /srv/quadkea/build/forms build/forms
# Everything above belongs to root: the server can read but not change it.
USER node
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME ["/data", "/backups"]
EXPOSE 3000
# Not /readyz, which would restart the server because the mail server is down.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=50", "server/main.ts"]
