import { existsSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import cookie from "@fastify/cookie";
import Fastify, { LogController } from "fastify";
import hubPackage from "../../package.json" with { type: "json" };
import type { HubUrls } from "../addresses/hub-urls.ts";
import { serveForwarding } from "../api/forwarding/forwarding.ts";
import { describeApi } from "../api/openapi.ts";
import { serveAddresses } from "../api/owner/addresses.ts";
import { serveBackup } from "../api/owner/backup.ts";
import { serveHealth } from "../api/owner/health.ts";
import { serveAccount } from "../api/people/account.ts";
import { serveChanges } from "../api/people/changes.ts";
import { servePasskeys } from "../api/people/passkeys.ts";
import { servePeople } from "../api/people/people.ts";
import { serveSecondFactor } from "../api/people/second-factor.ts";
import { serveSession } from "../api/people/session.ts";
import { serveTokens } from "../api/people/tokens.ts";
import { serveRegisterActs } from "../api/registers/acts.ts";
import { serveDisplayStream } from "../api/registers/display-stream.ts";
import { serveDisplays } from "../api/registers/displays.ts";
import { serveRegisterEntries } from "../api/registers/entries.ts";
import { serveJournal } from "../api/registers/journal.ts";
import { serveRegisterLabels } from "../api/registers/labels.ts";
import { serveRegisterLists } from "../api/registers/lists.ts";
import { serveRegisterStream } from "../api/registers/movement-stream.ts";
import { serveNewEntry } from "../api/registers/new-entry.ts";
import { serveRegisters } from "../api/registers/registers.ts";
import { serveRegisterReports } from "../api/registers/reports.ts";
import { serveRounds } from "../api/registers/rounds.ts";
import { serveDeletions } from "../api/scans/deletions.ts";
import { serveInboxCredentials } from "../api/scans/inbox-credentials.ts";
import { serveInboxes } from "../api/scans/inboxes.ts";
import { serveLast } from "../api/scans/last.ts";
import { servePairing } from "../api/scans/pairing.ts";
import { serveScanCounts } from "../api/scans/scan-counts.ts";
import { serveScanStream } from "../api/scans/scan-stream.ts";
import { serveScans } from "../api/scans/scans.ts";
import { serveTags } from "../api/scans/tags.ts";
import { createBackupDownloads } from "../backup/downloads.ts";
import { createJournaledStore } from "../changes/journaled-store.ts";
import { openClockWatch } from "../clock/clock-watch.ts";
import { measureClock } from "../clock/metrics.ts";
import { startHousekeeping } from "../housekeeping/housekeeping.ts";
import type { App, SchemaTypes } from "../http/app.ts";
import { refuseEncodedBodies } from "../http/encoded-bodies.ts";
import { refuse } from "../http/errors.ts";
import { guardHosts } from "../http/known-hosts.ts";
import { createLazyCompilers } from "../http/lazy-compilers.ts";
import { loggerOptions, logRequests } from "../http/log.ts";
import { guardPlainHttp, isPrivate } from "../http/plain-http.ts";
import { handleErrors } from "../http/thrown-errors.ts";
import { refuseUnknownParameters } from "../http/unknown-parameters.ts";
import { guardEndpoints } from "../login/access.ts";
import { currentAuthor } from "../login/author.ts";
import { createFailureLimit } from "../login/failure-limit.ts";
import { countFailedLogins, createFailedLogins } from "../login/metrics.ts";
import { openPasskeys } from "../login/passkeys.ts";
import { createPasswordCheck } from "../login/password-check.ts";
import { createProxyPeople } from "../login/proxy-people.ts";
import { openRememberedLogins } from "../login/remembered-logins.ts";
import { createSecondFactorCheck, warnOfLockedFactors } from "../login/second-factor.ts";
import { createSessions } from "../login/sessions.ts";
import { whyNotOffered } from "../login/sso/why-not-offered.ts";
import {
  countOutcome,
  createMetrics,
  measureRequests,
  measureScans,
  serveMetrics,
} from "../observing/metrics.ts";
import { openTracing } from "../observing/tracing.ts";
import { serveDocs } from "../pages/docs-pages.ts";
import {
  dashboardHeaders,
  docsHeaders,
  plainHeaders,
  scannerHeaders,
  servePage,
} from "../pages/pages.ts";
import { servePhoneHelp } from "../phone-help/phone-help.ts";
import { createLoginLimits } from "../receive/check-login.ts";
import { createTokenCheck } from "../receive/check-token.ts";
import { addCorsHeaders, isScanOfProgram } from "../receive/cors.ts";
import { createGuessLimit } from "../receive/guess-limit.ts";
import { serveReceiver } from "../receive/receive.ts";
import { exitAll } from "../register-work/manual-actions.ts";
import { createPhoneActions } from "../register-work/phone-actions.ts";
import { createTagCheck } from "../register-work/tag-check.ts";
import type { Settings } from "../settings/settings-table.ts";
import type { Store } from "../store/store.ts";
import { measureCertificate } from "../tls/metrics.ts";
import type { ServedCertificate } from "../tls/served-certificate.ts";
import { openForwarding } from "./open-forwarding.ts";
import { openSso } from "./open-sso.ts";

/** The parts of a hub that hub.ts opens before the app. */
export type AppParts = {
  settings: Settings;
  store: Store;
  urls: HubUrls;
  certificate: ServedCertificate | undefined;
  log: NodeJS.WritableStream;
  print: (line: string) => void;
  closing: AbortSignal;
};

/**
 * Creates the app with every endpoint, and the listener for its requests. An endpoint without
 * `access: "public"` needs a log-in, and a right of the table in `login/rights.ts`.
 */
export async function createApp(parts: AppParts): Promise<{ app: App; listener: RequestListener }> {
  const { settings, urls, certificate, closing } = parts;
  const { language } = settings;
  const app = createBareApp(settings, parts.log);
  // Receiving, which has to be quick, and the work of the hub itself use the store without it.
  const store = createJournaledStore(parts.store, { whoNow: currentAuthor, log: app.log });
  const sessions = createSessions(store);
  const metrics = createMetrics(parts.store);
  handleErrors(app);
  logRequests(app);
  app.addHook("onRequest", (request, reply, done) => {
    if (!isScanOfProgram(request)) reply.headers(plainHeaders);
    if (closing.aborted) reply.header("connection", "close");
    done();
  });
  if (certificate) guardPlainHttp(app, { help: certificate.ca !== undefined, urls });
  measureRequests(app, metrics);
  const tracing = await openTracing({
    print: parts.print,
    warn: (reason) => app.log.warn({ reason }, "traces could not be sent"),
  });
  const { registry } = metrics;
  const clock = await openClockWatch({ store: parts.store, log: app.log });
  app.addHook("onClose", clock.close);
  measureClock(registry, { clock });
  if (certificate) measureCertificate(registry, certificate);
  countFailedLogins(app, createFailedLogins(registry));
  const forwarding = await openForwarding(app, { ...parts, journaled: store, tracing, registry });
  const remembered = openRememberedLogins({
    path: join(settings.data, "remembered-logins.json"),
    getKey: () => forwarding.sealing.deriveKey("remembered logins"),
    store: parts.store,
    onProblem: (err) => app.log.warn({ err }, "logins are not remembered over a restart"),
  });
  app.addHook("onClose", () => remembered.close());
  clock.onStep(forwarding.forwarder.moveTimes);
  clock.onJump(() => {
    forwarding.alerts.checkSoon();
    certificate?.check();
  });
  startHousekeeping(app, {
    store: parts.store,
    clock,
    registry,
    closing,
    exitAll: (exit) => exitAll(parts.store, exit),
  });
  const tokenFailures = createFailureLimit();
  const checkTag = createTagCheck(forwarding.sealing);
  // Added before the hooks for cookies and log-in: a scan needs neither, and its path has to stay
  // short.
  const listener = await serveReceiver(app, {
    store: parts.store,
    tracing,
    planner: forwarding.planner,
    phoneActions: createPhoneActions(parts.store),
    language,
    checkTag,
    onOutcome: (outcome) => countOutcome(metrics, outcome),
    onShortPathScan: measureScans(metrics),
    isDirect: settings.trustProxy
      ? undefined
      : (request) => !closing.aborted && (!certificate || isPrivate(request)),
    guesses: createGuessLimit({ closing, onGuessing: forwarding.alerts.onGuessing }),
    login: { limits: createLoginLimits(), remembered },
    checkToken: createTokenCheck({ store, failures: tokenFailures }),
  });

  if (!certificate) guardHosts(app, settings);
  await app.register(cookie);
  const proxyPeople = createProxyPeople({ settings, store, log: app.log });
  guardEndpoints(app, { store, sessions, tokenFailures, proxyPeople });
  refuseEncodedBodies(app);
  refuseUnknownParameters(app);
  const serveFoundDocs = findDocs();
  const docs = serveFoundDocs !== undefined;
  await describeApi(app, { version: hubPackage.version, docs });
  serveMetrics(app, metrics);
  if (certificate?.ca) {
    const help = { getCa: () => certificate.ca!, httpsBase: urls.httpsBase };
    await registerPublic(app, (scope) => servePhoneHelp(scope, help));
  }
  serveHealth(app, { store, clock, closing });
  const failures = createFailureLimit();
  const checkPassword = createPasswordCheck({ store, failures });
  const { sealing } = forwarding;
  await warnOfLockedFactors({ store, sealing, log: app.log });
  const checkSecondFactor = createSecondFactorCheck({ store, sealing, failures });
  const { publicUrl } = settings;
  const passkeys = openPasskeys({ store, publicUrl, log: app.log });
  const others = { ...openSso(app, { settings, store, sessions }), passkeys: passkeys.ok };
  const login = { store, sessions, docs, checkPassword, failures, others };
  serveSession(app, { ...login, checkSecondFactor });
  serveAccount(app, { store, sessions, passkeys, noSso: whyNotOffered(settings), language });
  serveSecondFactor(app, { store, sealing, publicUrl, checkPassword });
  servePasskeys(app, { ...login, passkeys });
  servePeople(app, { store, urls });
  serveChanges(app, forwarding);
  const downloads = createBackupDownloads({ dataDir: settings.data });
  closing.addEventListener("abort", () => void downloads.close(), { once: true });
  app.addHook("onClose", downloads.close);
  serveBackup(app, { settings, downloads, checkPassword, alerts: forwarding.alerts });
  serveScans(app, { store });
  serveScanCounts(app, { store });
  serveDeletions(app, { store });
  serveScanStream(app, { store, metrics, closing });
  serveLast(app, { store });
  serveTags(app, { store });
  serveInboxes(app, { ...forwarding, remembered });
  serveInboxCredentials(app, { store, remembered });
  serveRegisters(app, forwarding);
  serveRegisterEntries(app, { store, checkTag, language });
  serveRegisterActs(app, { store, language });
  serveJournal(app, { store, language });
  serveNewEntry(app, { store });
  serveRegisterLists(app, { ...forwarding, language });
  serveRegisterLabels(app, { store });
  serveRegisterReports(app, { store });
  serveRounds(app, { store });
  serveRegisterStream(app, { store, metrics, closing });
  serveDisplays(app, { store, urls });
  const displayFailures = createFailureLimit();
  serveDisplayStream(app, { store, metrics, closing, failures: displayFailures });
  serveForwarding(app, { ...forwarding, language });
  serveTokens(app, { store });
  serveAddresses(app, { urls });
  servePairing(app, { store, settings, urls, remembered, failures: createFailureLimit() });
  await serveFoundDocs?.(app);
  await servePages(app, parts.print);
  await app.ready();
  return { app, listener };
}

const appsDir = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Creates the app without endpoints, but with the responses to requests that Fastify cannot route.
 */
function createBareApp(settings: Settings, log: NodeJS.WritableStream): App {
  const app: App = Fastify({
    logger: loggerOptions(settings, log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: 64 * 1024,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    ajv: { customOptions: { removeAdditional: false } },
    schemaController: { compilersFactory: createLazyCompilers() },
    // A malformed or very long path reaches no hook and no handler.
    frameworkErrors: (_error, request, reply) => {
      if (!isScanOfProgram(request)) reply.headers(plainHeaders);
      if (!request.url.startsWith("/in/")) return refuse(reply, "not-found");
      addCorsHeaders(request, reply);
      return refuse(reply, "no-such-inbox");
    },
    // hub.ts opens the servers. Fastify's own server never listens.
    serverFactory: (handler) => createServer(handler),
  }).withTypeProvider<SchemaTypes>();
  app.removeContentTypeParser("text/plain");
  return app;
}

/** Serves the dashboard and the scanner. */
async function servePages(app: App, print: (line: string) => void): Promise<void> {
  const dashboard = {
    dir: `${appsDir}hub/dashboard/dist`,
    path: "/",
    headers: dashboardHeaders,
    links: { "/door/:token": "door.html" },
  } as const;
  const scanner = {
    dir: `${appsDir}scanner/dist`,
    path: "/scan/",
    headers: scannerHeaders,
  } as const;
  for (const page of [dashboard, scanner]) {
    if (!(await servePage(app, page))) print(`${page.dir} is not built; run npm start.`);
  }
}

/**
 * Returns the function that serves the docs: the site that was built for hubs, or else the Markdown
 * of a clone. Returns undefined if neither exists.
 */
function findDocs(): ((app: App) => Promise<void>) | undefined {
  const site = { dir: `${appsDir}site/dist-hub`, headers: docsHeaders };
  if (existsSync(`${site.dir}/index.html`)) return (app) => serveDocs(app, site);
  const clone = { dir: `${appsDir}../docs`, headers: docsHeaders };
  if (!existsSync(`${appsDir}site/package.json`) || !existsSync(clone.dir)) return undefined;
  return async (app) => {
    // A hub that serves the built site needs no renderer.
    const { serveMarkdownDocs } = await import("../pages/markdown-docs.ts");
    await serveMarkdownDocs(app, clone);
  };
}

/** Adds endpoints that need no log-in and are not part of the documented API. */
async function registerPublic(app: App, add: (scope: App) => void | Promise<void>): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, access: "public" };
      route.schema = { ...route.schema, hide: true };
    });
    await add(scope as App);
  });
}
