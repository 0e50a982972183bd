import { createHubUrls } from "./addresses/hub-urls.ts";
import { readRunFile, writeRunFile } from "./addresses/run-file.ts";
import { openUpdatedStore } from "./backup/open-updated-store.ts";
import { createResources } from "./compose/resources.ts";
import { limitYoungObjects } from "./compose/young-objects.ts";
import { type Listener, openListener } from "./http/listeners.ts";
import type { Settings } from "./settings/settings-table.ts";
import { StartError } from "./settings/start-error.ts";
import { createDataFolder } from "./store/data-folder.ts";
import { withDefaultLanguage } from "./store/default-language.ts";
import { lockDataFolder } from "./store/folder-lock.ts";
import { openServedCertificate } from "./tls/served-certificate.ts";

/** A running hub. */
export type Hub = {
  /**
   * `dashboard`: base URLs without a trailing slash, with this machine's own URL first. `scanner`:
   * URLs of the scanner app, with the likeliest one for a phone first. `phone`: the URL of the page
   * on plain HTTP that helps a phone to trust this hub.
   */
  addresses: { dashboard: string[]; scanner: string[]; phone?: string | undefined };
  httpPort: number;
  httpsPort?: number | undefined;
  /** A one-time link to the dashboard, while no password is set. */
  loginLink?: string | undefined;
  /**
   * A one-time link that pairs the first phone, for the QR code on the terminal, while the inbox
   * `scans` has no user.
   */
  pairLink?: string | undefined;
  /** The absolute path of the data folder. */
  dataDir: string;
  /**
   * Stops new requests, finishes those in flight, ends live streams and closes the store. Safe to
   * call twice.
   */
  close(): Promise<void>;
};

/**
 * Opens the store, the certificates, the app and the listeners, in this order, and resolves when
 * the hub accepts requests. `log` receives JSON lines (default: stderr), and `print` sentences for
 * the person who started the hub. Throws a StartError or StoreUnavailable whose message says what
 * to do.
 */
export async function startHub(
  settings: Settings,
  options: { log?: NodeJS.WritableStream; print?: (line: string) => void } = {},
): Promise<Hub> {
  const { log = process.stderr, print = () => {} } = options;
  // Before the server is loaded, because V8 would let the space grow meanwhile.
  limitYoungObjects();
  // Imported dynamically, because commands that need only the store start several times as fast
  // without the server.
  const { createApp } = await import("./compose/create-app.ts");
  const { createFirstInbox, createFirstPairLink, createLoginLink } = await import(
    "./compose/initial-setup.ts"
  );
  await using resources = createResources();
  createDataFolder(settings.data);
  const release = lockDataFolder(settings.data);
  if (release) resources.defer(release);
  // On PostgreSQL several hubs work together, and they may share a folder.
  else if (settings.database === undefined) throw new StartError(describeTaken(settings.data));
  else print(`${describeTaken(settings.data)} Commands that read this folder reach that hub.`);
  const location = { dataDir: settings.data, database: settings.database };
  const updated = await openUpdatedStore(location, { hasLock: release !== undefined, print });
  const store = withDefaultLanguage(updated, settings.language);
  resources.defer(() => store.close());
  const certificate = await openServedCertificate(settings, { warn: print });
  resources.defer(() => certificate?.close());

  const ports: { http: number; https?: number } = { http: settings.httpPort };
  if (certificate) ports.https = settings.httpsPort;
  const urls = createHubUrls(settings, ports);
  const closeController = new AbortController();
  const { signal } = closeController;
  const { app, listener } = await createApp({
    settings,
    store,
    urls,
    certificate,
    log,
    print,
    closing: signal,
  });
  resources.defer(() => app.close());
  await createFirstInbox(store);

  const listeners: Listener[] = [];
  resources.defer(async () => {
    closeController.abort();
    await Promise.all(listeners.map((listener) => listener.close()));
  });
  const { host } = settings;
  const httpOptions = { host, port: settings.httpPort, option: "--http-port" };
  const httpListener = await openListener(listener, httpOptions);
  listeners.push(httpListener);
  ports.http = httpListener.port;
  if (certificate) {
    const httpsOptions = { host, port: settings.httpsPort, option: "--https-port" };
    const httpsListener = await openListener(listener, {
      ...httpsOptions,
      tls: certificate.current(),
    });
    listeners.push(httpsListener);
    ports.https = httpsListener.port;
    certificate.onChange((renewed) => httpsListener.setCertificate(renewed));
  }

  // The file belongs to the hub that has the folder.
  if (release) resources.defer(writeRunFile(settings.data, { ...settings, ports }));
  const phoneHelpUrl = urls.phoneHelp();
  const loginLink = await createLoginLink(store, urls);
  const pairLink = await createFirstPairLink(store, urls);
  const runningResources = resources.move();
  return {
    addresses: {
      dashboard: urls.dashboard(),
      scanner: urls.phones().map((base) => `${base}/scan/`),
      phone: phoneHelpUrl,
    },
    httpPort: ports.http,
    httpsPort: ports.https,
    loginLink,
    pairLink,
    dataDir: settings.data,
    close: () => runningResources[Symbol.asyncDispose](),
  };
}

/** Returns a message that another hub uses the folder, with its address and what to do. */
function describeTaken(dataDir: string): string {
  const running = readRunFile(dataDir);
  const [address] = running ? createHubUrls(running, running.ports).dashboard() : [];
  const atAddress = address ? ` at ${address}` : "";
  return `Another hub is running with the data folder ${dataDir}${atAddress}. Stop it, or choose another folder with --data.`;
}
