import {
  type Hub,
  loadMoving,
  parseSettings,
  StartError,
  StoreUnavailable,
  settingsHelp,
  startHub,
} from "@scanhook/hub";
import type { Command, Io } from "../command.ts";
import { findRunning } from "../find-hub.ts";
import { settingsIn } from "../hub-access/data-folder.ts";
import { summaries } from "../summaries.ts";
import { printQr } from "../terminal-qr.ts";
import { printUsage, wrongUse } from "../usage.ts";

export const serve: Command = {
  name: "serve",
  summary: summaries.serve,
  usage: printUsage({
    lines: ["scanhook serve [--SETTING VALUE …]"],
    about: `Runs the hub until Ctrl+C or SIGTERM. When it is ready, a line on stdout says so and names its addresses:
ready http://localhost:8080/ https://192.168.1.5:8443/`,
    after: `Settings, each as an option, a variable or a line in the settings file (the first that is given counts):\n${settingsHelp().trimEnd()}`,
    examples: [
      "scanhook serve --data /var/lib/scanhook",
      "scanhook serve --tls off --host 127.0.0.1",
    ],
  }),
  async run(args, io) {
    const parsed = parseSettings({ args, env: settingsIn(io.env) });
    if (!parsed.ok) return wrongUse(io, parsed.reason, serve.usage);
    // Asked for before the start: a Ctrl+C while the hub opens must not leave anything half done.
    const stopped = whenAborted(io.signal);
    let hub: Hub;
    try {
      hub = await startHub(parsed.settings, { print: (line) => io.stderr.write(`${line}\n`) });
    } catch (error) {
      if (!(error instanceof StartError || error instanceof StoreUnavailable)) throw error;
      const [running] = (await findRunning(parsed.settings))?.dashboard() ?? [];
      const already = running ? ` A hub with this data folder runs already: ${running}/` : "";
      io.stderr.write(`${error.message}${already}\n`);
      return 1;
    }
    const { database } = parsed.settings;
    const place = database === undefined ? undefined : (await loadMoving()).toPlace(database);
    io.stdout.write(startScreen(hub, place, io));
    io.stdout.write(`ready ${addressesOf(hub).join(" ")}\n`);
    await stopped;
    io.stderr.write(
      "Stopping: requests under way are finished first. Ctrl+C again ends at once.\n",
    );
    await hub.close();
    return 0;
  },
};

function whenAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

function startScreen(hub: Hub, database: string | undefined, io: Io): string {
  const rows = addressesOf(hub).map((url, i): [string, string] => [
    i === 0 ? "Dashboard" : "",
    url,
  ]);
  if (hub.loginLink) rows.push(["First log-in", `${hub.loginLink} (works once)`]);
  if (database !== undefined) rows.push(["Database", database]);
  rows.push(["Data", hub.dataDir]);
  const table = rows.map(([name, value]) => `  ${name.padEnd(12)}  ${value}\n`).join("");
  return `Scanhook is running. Ctrl+C stops it.\n\n${table}\n${pairing(hub, io)}`;
}

function pairing({ pairLink }: Hub, io: Io): string {
  if (!pairLink) return "";
  // A hub that listens to this machine only would lead a phone to the phone itself.
  if (new URL(pairLink).hostname === "localhost") {
    return `Only this machine reaches it (--host). Open this here to pair its browser (works once, within an hour):\n  ${pairLink}\n\n`;
  }
  const qr = printQr(pairLink, io);
  return qr
    ? `Point a phone's camera at this to pair it (same network; works once, within an hour):\n\n${qr}\n  ${pairLink}\n\n`
    : `Open this on a phone to pair it (same network; works once, within an hour):\n  ${pairLink}\n\n`;
}

/** Every base URL, with its slash. This machine's own https is served too, though people here hardly need it. */
function addressesOf({ addresses, httpPort, httpsPort }: Hub): string[] {
  const own = addresses.dashboard.some((base) => base === `http://localhost:${httpPort}`);
  const all = [...addresses.dashboard];
  if (own && httpsPort !== undefined) all.push(`https://localhost:${httpsPort}`);
  return [...new Set(all)].map((base) => `${base}/`);
}
