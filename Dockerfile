# locsync in a container: `docker build -t locsync .`, then, in a project,
#   docker run --rm -it --user "$(id -u):$(id -g)" -v "$PWD:/work" -e LOCSYNC_TOKEN locsync pull
FROM node:24-slim AS build
WORKDIR /src
COPY . .
# --ignore-scripts: no package that the build needs runs a script of its own.
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/locsync-cli-*.tgz /tmp/locsync.tgz
RUN npm install --global --ignore-scripts /tmp/locsync.tgz && rm /tmp/locsync.tgz
USER node
WORKDIR /work
ENTRYPOINT ["locsync"]
CMD ["--help"]
