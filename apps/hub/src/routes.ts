import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import cookie from "@fastify/cookie";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { receiverHeaders } from "@scanhook/webhook";
import Fastify, { LogController } from "fastify";
import hubPackage from "../package.json" with { type: "json" };
import { serveAddresses } from "./api/addresses.ts";
import { servePassingOn } from "./api/forwarding.ts";
import { serveHealth } from "./api/health.ts";
import { serveInboxes } from "./api/inboxes.ts";
import { serveLast } from "./api/last.ts";
import { describeApi } from "./api/openapi.ts";
import { servePairing } from "./api/pairing.ts";
import { serveScans } from "./api/scans.ts";
import { serveSession } from "./api/session.ts";
import { serveTags } from "./api/tags.ts";
import { serveTokens } from "./api/tokens.ts";
import { answerErrors, refuse } from "./errors.ts";
import { startHousekeeping } from "./housekeeping/housekeeping.ts";
import type { App } from "./http/app.ts";
import { loggerOptions, logRequests } from "./http/log.ts";
import { guardPlainHttp } from "./http/plain-http.ts";
import { serveLive } from "./live.ts";
import { guardRoutes } from "./login/access.ts";
import { createFailureLimit } from "./login/failure-limit.ts";
import { createSessions } from "./login/sessions.ts";
import { countOutcome, createMetrics, measureAnswers, serveMetrics } from "./observing/metrics.ts";
import { openTracing } from "./observing/tracing.ts";
import { serveDocs } from "./pages/docs-pages.ts";
import {
  dashboardHeaders,
  docsHeaders,
  plainHeaders,
  scannerHeaders,
  servePage,
} from "./pages/pages.ts";
import { openPassingOn } from "./passing-on.ts";
import { registerPhoneHelp } from "./phone-help/phone-help.ts";
import type { Reach } from "./reach.ts";
import { serveReceiver } from "./receive.ts";
import type { Settings } from "./settings/settings-table.ts";
import type { Store } from "./store/store.ts";
import type { ServedCertificate } from "./tls/served-certificate.ts";

/** What the routes need, opened by hub.ts. */
export type Parts = {
  settings: Settings;
  store: Store;
  reach: Reach;
  certificate: ServedCertificate | undefined;
  log: NodeJS.WritableStream;
  print: (line: string) => void;
  closing: AbortSignal;
};

/** All routes on one screen. What is added without `access: "public"` asks for a log-in. */
export async function createApp(parts: Parts): Promise<App> {
  const { settings, store, reach, certificate, closing } = parts;
  const app = createBareApp(settings, parts.log);
  const sessions = createSessions(store);
  const metrics = createMetrics(store);
  answerErrors(app);
  logRequests(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(plainHeaders);
    if (closing.aborted) reply.header("connection", "close");
    done();
  });
  if (certificate) guardPlainHttp(app, { help: certificate.ca !== undefined, reach });
  measureAnswers(app, metrics);
  const tracing = await openTracing({
    print: parts.print,
    warn: (reason) => app.log.warn({ reason }, "traces could not be sent"),
  });
  const { registry } = metrics;
  const passingOn = await openPassingOn(app, { ...parts, tracing, registry });
  startHousekeeping(app, { store, registry, closing });
  // Before cookies and log-in are there: a scan has to do with neither, and its path is the one that must be short.
  await serveReceiver(app, {
    store,
    tracing,
    passing: passingOn.passing,
    onOutcome: (outcome) => countOutcome(metrics, outcome),
    // Never asked beforehand: a password known to be right passes, whoever else guesses from its address.
    failures: { ...createFailureLimit(), secondsToWait: () => 0 },
  });

  await app.register(cookie);
  guardRoutes(app, { store, sessions, tokenFailures: createFailureLimit() });
  await describeApi(app, hubPackage.version);
  serveMetrics(app, metrics);
  if (certificate?.ca) {
    const help = { ca: certificate.ca, httpsBase: reach.httpsBase };
    await publicly(app, (scope) => registerPhoneHelp(scope, help));
  }
  serveHealth(app, { store, closing });
  const docs = findDocs();
  serveSession(app, { store, sessions, docs: docs !== undefined, failures: createFailureLimit() });
  serveScans(app, { store });
  serveLive(app, { store, sessions, metrics, closing });
  serveLast(app, { store });
  serveTags(app, { store });
  serveInboxes(app, { store });
  servePassingOn(app, passingOn);
  serveTokens(app, { store });
  serveAddresses(app, { reach });
  servePairing(app, { store, settings, reach, failures: createFailureLimit() });
  if (docs) await serveDocs(app, docs);
  await servePages(app, parts.print);
  await app.ready();
  return app;
}

const apps = fileURLToPath(new URL("../..", import.meta.url));

/** The app without any route, and what it answers where Fastify comes to none. */
function createBareApp(settings: Settings, log: NodeJS.WritableStream): App {
  const app: App = Fastify({
    logger: loggerOptions(settings, log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 64 * 1024,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    ajv: { customOptions: { removeAdditional: false } },
    // An address that cannot be read, or is too long, comes by no hook and no route.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(plainHeaders);
      if (!request.url.startsWith("/in/")) refuse(reply, "not-found");
      else refuse(reply.headers(receiverHeaders), "no-such-inbox");
    },
    // Both listeners are opened by hub.ts and share app.routing; Fastify's own server never listens.
    serverFactory: (handler) => createServer(handler),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.removeContentTypeParser("text/plain");
  return app;
}

/** The dashboard and the scanner. */
async function servePages(app: App, print: (line: string) => void): Promise<void> {
  const dashboard = {
    dir: `${apps}hub/dashboard/dist`,
    at: "/",
    headers: dashboardHeaders,
  } as const;
  const scanner = { dir: `${apps}scanner/dist`, at: "/scan/", headers: scannerHeaders } as const;
  for (const page of [dashboard, scanner]) {
    if (!(await servePage(app, page))) print(`${page.dir} is not built; run npm start.`);
  }
}

/** The site as it was built for hubs; undefined: it was not. */
function findDocs(): { dir: string; headers: typeof docsHeaders } | undefined {
  const dir = `${apps}site/dist-hub`;
  return existsSync(`${dir}/index.html`) ? { dir, headers: docsHeaders } : undefined;
}

/** Adds pages that answer without log-in and are no part of the API. */
async function publicly(app: App, add: (scope: App) => void | Promise<void>): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "public" };
      route.schema = { ...route.schema, hide: true };
    });
    await add(scope as App);
  });
}
