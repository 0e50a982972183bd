import { type Listener, openListener } from "./listeners.ts";
import { createReach } from "./reach.ts";
import { noteRunning } from "./running-note.ts";
import type { Settings } from "./settings/settings-table.ts";
import { makeDataFolder } from "./store/data-folder.ts";
import { openStore } from "./store/open.ts";
import { openServedCertificate } from "./tls/served-certificate.ts";

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
  // Loaded only here: commands that want nothing but the store start several times as fast without a server.
  const { createApp } = await import("./routes.ts");
  const { makeFirstInbox, makeFirstPairLink, makeLoginLink } = await import("./first-start.ts");
  await using opened = new AsyncDisposableStack();
  makeDataFolder(settings.data);
  const store = await openStore({ dataDir: settings.data, database: settings.database });
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

  opened.defer(noteRunning(settings.data, { ...settings, ports }));
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
