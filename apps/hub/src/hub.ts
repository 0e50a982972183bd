import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import cookie from "@fastify/cookie";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { LogController } from "fastify";
import hubPackage from "../package.json" with { type: "json" };
import { serveAddresses } from "./api/addresses.ts";
import { serveHealth } from "./api/health.ts";
import { serveInboxes } from "./api/inboxes.ts";
import { serveLast } from "./api/last.ts";
import { describeApi } from "./api/openapi.ts";
import { serveScans } from "./api/scans.ts";
import { serveSession } from "./api/session.ts";
import { serveTokens } from "./api/tokens.ts";
import type { App } from "./app.ts";
import { answerErrors } from "./errors.ts";
import { makeFirstInbox, makeFirstPairLink, makeLoginLink } from "./first-start.ts";
import { type Listener, openListener } from "./listeners.ts";
import { serveLive } from "./live.ts";
import { loggerOptions, logRequests } from "./log.ts";
import { guardRoutes } from "./login/access.ts";
import { createFailureLimit } from "./login/failure-limit.ts";
import { createSessions } from "./login/sessions.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { dashboardHeaders, plainHeaders, scannerHeaders, servePage } from "./pages.ts";
import { servePairing } from "./pairing.ts";
import { registerPhoneHelp } from "./phone-help/phone-help.ts";
import { guardPlainHttp } from "./plain-http.ts";
import { createReach, type Reach } from "./reach.ts";
import { receive } from "./receive.ts";
import { openServedCertificate, type ServedCertificate } from "./served-certificate.ts";
import type { Settings } from "./settings.ts";
import { openStore } from "./store/sqlite/open.ts";
import type { Store } from "./store/store.ts";

/** A running hub. */
export type Hub = {
  /**
   * `dashboard`: base URLs without a trailing slash, this machine's own first. `scanner`: where the scanner app is,
   * the likeliest for a phone first. `phone`: the plain-HTTP page that helps a phone to trust this hub.
   */
  addresses: { dashboard: string[]; scanner: string[]; phone?: string };
  httpPort: number;
  httpsPort?: number;
  /** One-time link to the dashboard, while no password is set. */
  loginLink?: string;
  /** One-time link that pairs the first phone, for the QR on the terminal; while the inbox `scans` has no user. */
  pairLink?: string;
  /** Absolute path of the data folder. */
  dataDir: string;
  /** Stops taking requests, finishes those in flight, ends live streams, closes the store. Safe to call twice. */
  close(): Promise<void>;
};

/**
 * Opens the store and the certificates, serves everything, and resolves when it answers.
 * `log` takes JSON lines (default stderr), `print` sentences for the person who started it.
 * Throws a StartError or StoreUnavailable whose message says what to do.
 */
export async function startHub(
  settings: Settings,
  options: { log?: NodeJS.WritableStream; print?: (line: string) => void } = {},
): Promise<Hub> {
  const { log = process.stderr, print = () => {} } = options;
  await using opened = new AsyncDisposableStack();
  const store = await openStore(settings.data);
  opened.defer(() => store.close());
  const certificate = await openServedCertificate(settings, { warn: print });
  opened.defer(() => certificate?.close());

  const ports: { http: number; https?: number } = { http: settings.httpPort };
  if (certificate) ports.https = settings.httpsPort;
  const reach = createReach(settings, ports);
  const closing = new AbortController();
  const { signal } = closing;
  const app = await createApp({ settings, store, reach, certificate, log, print, closing: signal });
  opened.defer(() => app.close());
  await makeFirstInbox(store);

  const listeners: Listener[] = [];
  opened.defer(async () => {
    closing.abort();
    await Promise.all(listeners.map((listener) => listener.close()));
  });
  const { host } = settings;
  const http = { host, port: settings.httpPort, option: "--http-port" };
  const first = await openListener(app.routing, http);
  listeners.push(first);
  ports.http = first.port;
  if (certificate) {
    const https = { host, port: settings.httpsPort, option: "--https-port" };
    const second = await openListener(app.routing, { ...https, tls: certificate.current() });
    listeners.push(second);
    ports.https = second.port;
    certificate.onChange((renewed) => second.setCertificate(renewed));
  }

  const phone = reach.help();
  const loginLink = await makeLoginLink(store, reach);
  const pairLink = await makeFirstPairLink(store, reach);
  const running = opened.move();
  return {
    addresses: {
      dashboard: reach.dashboard(),
      scanner: reach.phones().map((base) => `${base}/scan/`),
      ...(phone && { phone }),
    },
    httpPort: ports.http,
    ...(ports.https !== undefined && { httpsPort: ports.https }),
    ...(loginLink && { loginLink }),
    ...(pairLink && { pairLink }),
    dataDir: settings.data,
    close: () => running.disposeAsync(),
  };
}

type Parts = {
  settings: Settings;
  store: Store;
  reach: Reach;
  certificate: ServedCertificate | undefined;
  log: NodeJS.WritableStream;
  print: (line: string) => void;
  closing: AbortSignal;
};

/** All routes on one screen. What is added without `access: "public"` asks for a log-in. */
async function createApp(parts: Parts): Promise<App> {
  const { settings, store, reach, certificate, closing } = parts;
  const app: App = Fastify({
    logger: loggerOptions(settings, parts.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 64 * 1024,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    ajv: { customOptions: { removeAdditional: false } },
    // Both listeners are opened by hub.ts and share app.routing; Fastify's own server never listens.
    serverFactory: (handler) => createServer(handler),
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.removeContentTypeParser("text/plain");

  const sessions = createSessions(store);
  const metrics = createMetrics(store);
  answerErrors(app);
  logRequests(app);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(plainHeaders);
    if (closing.aborted) reply.header("connection", "close");
  });
  if (certificate) guardPlainHttp(app, { help: certificate.ca !== undefined, reach });
  await app.register(cookie);
  guardRoutes(app, { store, sessions, tokenFailures: createFailureLimit() });
  await describeApi(app, hubPackage.version);
  serveMetrics(app, metrics);

  await publicly(app, (scope) =>
    receive(scope, { store, metrics, credentialFailures: createFailureLimit() }),
  );
  if (certificate?.ca) {
    const help = { ca: certificate.ca, httpsBase: reach.httpsBase };
    await publicly(app, (scope) => registerPhoneHelp(scope, help));
  }
  serveHealth(app, { store, closing });
  serveSession(app, { store, sessions, failures: createFailureLimit() });
  serveScans(app, { store });
  serveLive(app, { store, sessions, metrics, closing });
  serveLast(app, { store });
  serveInboxes(app, { store });
  serveTokens(app, { store });
  serveAddresses(app, { reach });
  servePairing(app, { store, settings, reach, failures: createFailureLimit() });

  const apps = fileURLToPath(new URL("../..", import.meta.url));
  const dashboard = {
    dir: `${apps}/hub/dashboard/dist`,
    at: "/",
    headers: dashboardHeaders,
  } as const;
  const scanner = { dir: `${apps}/scanner/dist`, at: "/scan/", headers: scannerHeaders } as const;
  for (const page of [dashboard, scanner]) {
    if (!(await servePage(app, page))) parts.print(`${page.dir} is not built; run npm start.`);
  }
  await app.ready();
  return app;
}

/** Adds routes that answer without log-in. */
async function publicly(app: App, add: (scope: App) => void | Promise<void>): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "public" };
    });
    await add(scope as App);
  });
}
