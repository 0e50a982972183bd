# The hub with its pages. docs/hub/operations.md explains how to run it; deploy/ holds compose files.
FROM node:24-trixie-slim AS build
WORKDIR /opt/scanhook
COPY . .
# Install scripts are left out, because the only important one installs Node, which this image has.
RUN npm ci --ignore-scripts --no-audit --no-fund \
    && npm run build && node scripts/site.ts --hub --build \
    && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-trixie-slim
ENV NODE_ENV=production \
    SCANHOOK_DATA=/data
WORKDIR /opt/scanhook
COPY --from=build /opt/scanhook/package.json ./
COPY --from=build /opt/scanhook/node_modules node_modules
COPY --from=build /opt/scanhook/packages packages
COPY --from=build /opt/scanhook/apps/cli apps/cli
COPY --from=build /opt/scanhook/apps/hub apps/hub
COPY --from=build /opt/scanhook/apps/scanner/dist apps/scanner/dist
COPY --from=build /opt/scanhook/apps/site/dist-hub apps/site/dist-hub
RUN ln -s /opt/scanhook/apps/cli/bin/scanhook.mjs /usr/local/bin/scanhook \
    && install -d -m 700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080 8443
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --start-interval=1s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SCANHOOK_HTTP_PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["scanhook"]
CMD ["serve"]
