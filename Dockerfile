FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
ENV ASTRO_TELEMETRY_DISABLED=1

# The pages, built with everything.
FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Not empty: each page says that it is a trial.
ARG PUBLIC_TRIAL
# The brand that they show; processes with another one do not start.
ARG BRAND_NAME BRAND_LEGAL_NAME BRAND_TAGLINE BRAND_COPYRIGHT_YEAR BRAND_CONTACT_EMAIL BRAND_SUPPORT_EMAIL \
  BRAND_ABOUT_URL BRAND_X_URL BRAND_LINKEDIN_URL BRAND_FACEBOOK_URL BRAND_LOGO BRAND_ACCENT
# Canonical addresses and pictures for sharing name it.
ARG PUBLIC_URL
RUN npm run build

# `docker compose --env-file deploy/trial.env`: the product, local providers and sample people, with which no money can move.
FROM build AS trial
ENV NODE_ENV=production PORT=4321 SANDBOX=true
RUN install -d -o node /data /pages
USER node
CMD ["node", "--max-semi-space-size=8", "services/server.ts"]

# What runs. Services and workers have no build step; Node reads their TypeScript as it is. The built pages bundle
# what they need. The image has its own Node, so the one that npm installs for development is removed;
# TypeScript is an optional peer dependency of a validator, for its types. Of the table of countries (decision 119) the files
# with addresses as text are not read.
FROM base AS dependencies
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts \
 && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript \
      node_modules/@ip-location-db/*/*-ipv?.csv \
 && npm cache clean --force

# `docker compose --profile backup`: pg_dump of the server's version, and what the command of backups imports.
FROM postgres:18.4 AS backup
COPY --from=base /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY services services
COPY workers workers
COPY tools tools
RUN install -d -o postgres /backups
USER postgres
CMD ["node", "tools/ops-backup.ts", "--keep", "14", "--every", "24"]

FROM base
ENV NODE_ENV=production PORT=4321 NODE_COMPILE_CACHE=/var/cache/courselift
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY services services
COPY workers workers
COPY tools tools
COPY --from=build /app/dist dist
RUN install -d -o node /var/cache/courselift /pages
USER node
# Stores the modules as Node compiles them, which halves the processor time of a start.
RUN ["node", "--input-type=module", "-e", "await Promise.all(['services/app', 'workers/handlers', 'workers/runtime/start-workers', 'services/platform/queue/redis-connection'].map((file) => import(`/app/${file}.ts`))); process.exit()"]
EXPOSE 4321
# The process alone, not what it depends on: a database that is away is no reason to restart this container.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would keep SIGTERM from reaching the process.
CMD ["node", "--max-semi-space-size=8", "services/server.ts"]
