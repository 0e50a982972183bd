import { setTimeout as sleep } from "node:timers/promises";
import {
  type Hub,
  loadMoving,
  parseSettings,
  StartError,
  StoreUnavailable,
  settingsHelp,
  startHub,
} from "@scanhook/hub";
import type { Command } from "../command.ts";
import { pickSettingsEnv } from "../hub-access/data-folder.ts";
import { findRunning } from "../hub-access/find-hub.ts";
import { createUsage, wrongUse } from "../input/usage.ts";
import type { Io } from "../io.ts";
import { summaries } from "../summaries.ts";
import { formatQr } from "../terminal/qr.ts";

/**
 * How long stopping may take, in milliseconds. A hub waits 10 s for requests and 9 s for deliveries
 * in progress, and service managers wait 30 s or longer before they kill it.
 */
const stopMs = 25_000;

export const serve: Command = {
  name: "serve",
  summary: summaries.serve,
  usage: createUsage("serve", {
    lines: ["scanhook serve [--SETTING VALUE …]"],
    about: `Runs the hub until Ctrl+C or SIGTERM. When it is ready, it prints a line with its addresses on stdout:
ready http://localhost:8080/ https://192.168.1.5:8443/`,
    after: `Settings, each as an option, a variable or a line in the settings file (the first that is given counts):\n${settingsHelp().trimEnd()}

Exit code: 0 the hub was stopped, 1 it could not start or its database kept it from stopping, 2 wrong use.`,
    examples: [
      "scanhook serve --data /var/lib/scanhook",
      "scanhook serve --tls off --host 127.0.0.1",
    ],
  }),
  async run(args, io) {
    const parsed = parseSettings({ args, env: pickSettingsEnv(io.env) });
    if (!parsed.ok) return wrongUse(io, parsed.reason, serve.usage);
    // Reads the signal before the hub starts, so that Ctrl+C cannot end the process in the middle
    // of the start.
    const stopRequested = waitForAbort(io.signal);
    let hub: Hub;
    try {
      hub = await startHub(parsed.settings, { print: (line) => io.stderr.write(`${line}\n`) });
    } catch (error) {
      if (!(error instanceof StartError || error instanceof StoreUnavailable)) throw error;
      const [runningUrl] = (await findRunning(parsed.settings))?.dashboard() ?? [];
      const hint =
        runningUrl && !error.message.includes(runningUrl)
          ? ` A hub with this data folder is already running: ${runningUrl}/`
          : "";
      io.stderr.write(`${error.message}${hint}\n`);
      return 1;
    }
    const { database } = parsed.settings;
    const shownDatabase =
      database === undefined ? undefined : (await loadMoving()).toLocation(database);
    io.stdout.write(formatStart(hub, shownDatabase, io));
    io.stdout.write(`ready ${listBaseUrls(hub).join(" ")}\n`);
    await stopRequested;
    io.stderr.write(
      "Stopping after the requests in progress. Press Ctrl+C again to stop immediately.\n",
    );
    const isClosed = hub.close().then(() => true);
    if (await Promise.race([isClosed, sleep(stopMs, false, { ref: false })])) return 0;
    io.stderr.write(
      "Stopped after 25 s without an answer from the database. Every acknowledged scan is stored.\n",
    );
    return 1;
  },
};

function waitForAbort(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

function formatStart(hub: Hub, database: string | undefined, io: Io): string {
  const rows = listBaseUrls(hub).map((url, i): [string, string] => [
    i === 0 ? "Dashboard" : "",
    url,
  ]);
  if (hub.loginLink) rows.push(["First log-in", `${hub.loginLink} (works once)`]);
  if (database !== undefined) rows.push(["Database", database]);
  rows.push(["Data", hub.dataDir]);
  const table = rows.map(([name, value]) => `  ${name.padEnd(12)}  ${value}\n`).join("");
  return `Scanhook is running. Ctrl+C stops it.\n\n${table}\n${formatPairing(hub, io)}`;
}

function formatPairing({ pairLink }: Hub, io: Io): string {
  if (!pairLink) return "";
  // On a phone, localhost is the phone itself.
  if (isLoopback(pairLink)) {
    return `Only this machine can reach the hub (--host). Open this link here to pair its browser (works once, within an hour):\n  ${pairLink}\n\n`;
  }
  const qr = formatQr(pairLink, io);
  return qr
    ? `Point a phone's camera at this to pair it (same network; works once, within an hour):\n\n${qr}\n  ${pairLink}\n\n`
    : `Open this on a phone to pair it (same network; works once, within an hour):\n  ${pairLink}\n\n`;
}

/**
 * Returns every base URL, ending in a slash. Includes https on localhost, which is not among the
 * addresses of the dashboard.
 */
function listBaseUrls({ addresses, httpsPort }: Hub): string[] {
  const local = addresses.dashboard.find((base) => base.startsWith("http:") && isLoopback(base));
  const bases = [...addresses.dashboard];
  if (local && httpsPort !== undefined) {
    bases.push(`https://${new URL(local).hostname}:${httpsPort}`);
  }
  return [...new Set(bases)].map((base) => `${base}/`);
}

function isLoopback(url: string): boolean {
  return /^(localhost|127\..*)$/.test(new URL(url).hostname);
}
