# The server of `npm start`, without its build: docs/deploy.md, "Containers".
#   docker build --tag giftwell .

FROM node:24.21.0-bookworm-slim AS website
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN node packages/tooling/src/build/build-command.ts website

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/backend/package.json packages/backend/
COPY packages/demo/package.json packages/demo/
COPY packages/shared/package.json packages/shared/
COPY packages/tooling/package.json packages/tooling/
COPY packages/back-office/package.json packages/back-office/
COPY apps/storefront/package.json apps/storefront/
COPY apps/desktop/package.json apps/desktop/
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev --omit=optional --workspace=@giftwell/backend

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY supabase/migrations supabase/migrations
COPY packages/demo packages/demo
COPY packages/shared packages/shared
COPY packages/backend packages/backend
COPY --from=website /app/apps/storefront/dist apps/storefront/dist
COPY --from=website /app/apps/storefront/dist-server apps/storefront/dist-server
# A restore cannot replace the volume's folder, so the data is in a subfolder. The user node is 1000.
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
USER 1000:1000
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/site LOG_FORMAT=json
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/backend/src/main.ts"]
