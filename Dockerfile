# Compiles with the development packages.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY tools/build.mjs tools/bundle.mjs ./tools/
COPY src ./src
COPY tools/demo ./tools/demo
RUN node tools/build.mjs

# Only what runs.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No package runs a script: all binaries are in the packages. The reader of print comes with its engine for other
# systems, too. What is in the image is written down.
RUN npm ci --omit=dev --ignore-scripts \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json \
  && rm -rf node_modules/onnxruntime-node/bin/napi-v3/darwin node_modules/onnxruntime-node/bin/napi-v3/win32

# What no process reads: source maps (77 MB) and types (16 MB) of the packages, their binaries for other processors and
# systems, and what sqlite3 was built of. Our own part of the image is 259 MB without them. The largest that stay are the
# canvas of pdfjs, sharp, the reader of print with its models, pdfjs-dist and SQLite.
RUN find node_modules -type f \( -name "*.map" -o -name "*.d.ts" -o -name "*.d.mts" -o -name "*.d.cts" \) -delete \
  && arch=$(node -p process.arch) \
  && find node_modules/onnxruntime-node/bin/napi-v3/linux -mindepth 1 -maxdepth 1 ! -name "$arch" -exec rm -rf {} + \
  && find node_modules/@photostructure/sqlite/prebuilds -mindepth 1 -maxdepth 1 ! -name "linux-$arch*" -exec rm -rf {} + \
  && find node_modules/sqlite3/prebuilds -mindepth 1 -maxdepth 1 ! -name "linux-$arch" -exec rm -rf {} + \
  && rm -rf node_modules/sqlite3/deps

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 \
    DATABASE_URL=sqlite:/data/deresegn.sqlite CACHE_URL=sqlite:/data/cache.sqlite \
    PROVIDERS_FILE=/app/providers.json
# Documents are read in threads, headers of pictures too: few arenas keep their memory from growing in pieces, and
# what is as large as a picture goes back to the system at once.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576
WORKDIR /app
COPY package.json package-lock.json LICENSE ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY fixtures ./fixtures
COPY --from=build /app/dist/src ./dist/src
# The one folder that is written to; everything else may be mounted read-only.
RUN install -d -m 700 -o 1000 -g 1000 /data
VOLUME /data
# By number, so that whoever runs the image can tell that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# New objects get half of the room that Node would set aside for them.
CMD ["node", "--max-semi-space-size=8", "dist/src/main.js"]
