// Keeps a hub under mixed load and shows that nothing grows: memory, handles, files, latencies.
// node bench/soak.ts [--minutes 60] [--rate 60]; exits 1 when something grows, or when a scan, a
// delivery or a verdict is lost, doubled or wrong.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { ask, type Server, startServer, stopServer } from "./processes.ts";
import { watchOthers } from "./quiet.ts";
import { makeBackups } from "./soak-backups.ts";
import { checkAll, type Kept, printLine } from "./soak-check.ts";
import type { LoadPlan } from "./soak-load.ts";
import type { Arrived } from "./soak-receivers.ts";
import { callApi, type HubAccess } from "./soak-request.ts";
import { users } from "./soak-scans.ts";
import { printTable } from "./soak-table.ts";
import type { LoadResult, Span } from "./soak-tally.ts";
import {
  countHandles,
  type Handles,
  readMetrics,
  type Sample,
  sumMetric,
  takeSample,
} from "./soak-watch.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "60" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [minutes, perSecond] = [Number(values.minutes), Number(values.rate)];
const seconds = minutes * 60;
const everySeconds = Math.min(30, minutes);
const [password, token] = ["a password for the bench", "shk_a-token-for-the-bench"];
/** So few that the inboxes reach them within the first sixth of a run of six minutes. */
const kept: Kept = { scans: perSecond * 40, door: perSecond * 10 };
if (process.platform !== "linux") throw new Error("bench/soak reads /proc, which only Linux has.");

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const root = await mkdtemp(join(values.dir, ".bench-soak-"));
const dir = join(root, "data");
try {
  console.log(`bench/soak: ${describeMachine()}`);
  console.log(`${minutes} minutes, ${perSecond} requests of devices a second`);
  const judge = watchOthers();
  const { samples, isCorrect } = await run();
  const flat = printTable(samples, seconds);
  console.log(flat.levels ? "nothing grows" : "something grows, or there are other handles");
  console.log(isCorrect ? "nothing is lost, doubled or wrong" : "something is lost or wrong");
  console.log("whether the paces are kept, which depends on other programs:");
  const isQuick = judge(flat.paces);
  process.exitCode = flat.levels && isCorrect && isQuick ? 0 : 1;
} finally {
  await rm(root, { recursive: true });
}

async function run(): Promise<{ samples: Sample[]; isCorrect: boolean }> {
  await mkdir(dir);
  const receivers = await startServer("soak-receivers.ts");
  await writeFile(join(dir, "scanhook.yaml"), formatRoutes(receivers.port), { mode: 0o600 });
  const server = await startServer("soak-hub.ts", [dir, password, token]);
  const hub: HubAccess = { port: server.port, token };
  const load = fork(join(import.meta.dirname, "soak-load.ts"), { execArgv: [] });
  const ending = new AbortController();
  try {
    await addInboxes(hub);
    const before = countHandles(server.process.pid!);
    await ask(load, { hub, password, perSecond } satisfies LoadPlan);
    const backing = makeBackups({ ...hub, password }, dir, ending.signal);
    const samples = await takeSamples(server, load);
    const result = await ask<LoadResult>(load, "end");
    load.disconnect();
    await once(load, "exit");
    ending.abort();
    const backups = await backing;
    const arrived = await waitForDeliveries(server, receivers);
    for (const failure of backups.failures) console.log(failure);
    const results = [
      await checkAll(hub, dir, { load: result, arrived, kept }),
      printLine("backups that failed", backups.failures.length, 0),
      await waitForHandles(server, before),
    ];
    console.log(`${backups.made} backups`);
    return { samples, isCorrect: results.every(Boolean) };
  } finally {
    ending.abort();
    load.kill();
    await Promise.all([server, receivers].map(stopServer));
  }
}

function formatRoutes(port: number): string {
  const receivers = ["fast", "unsteady"];
  const destinations = receivers.map(
    (name) =>
      `  ${name}:\n    kind: http\n    allowPrivate: true\n    concurrency: 8\n    settings:\n      url: http://127.0.0.1:${port}/${name}\n      auth: none\n`,
  );
  const routes = receivers.map(
    (name) => `  ${name}:\n    inbox: scans\n    destination: ${name}\n`,
  );
  return `destinations:\n${destinations.join("")}routes:\n${routes.join("")}`;
}

async function addInboxes(hub: HubAccess): Promise<void> {
  for (const name of ["scans", "door"] as const) {
    const [user, ...others] = users;
    await callApi(hub, "POST", "/api/inboxes", { name, user, password });
    for (const other of others)
      await callApi(hub, "POST", `/api/inboxes/${name}/credentials`, { user: other, password });
    await callApi(hub, "PATCH", `/api/inboxes/${name}`, { keepScans: kept[name] });
  }
}

async function takeSamples(server: Server, load: ChildProcess): Promise<Sample[]> {
  const startedAt = performance.now();
  const samples: Sample[] = [];
  for (let at = everySeconds; at <= seconds; at += everySeconds) {
    await sleep(Math.max(0, startedAt + at * 1000 - performance.now()));
    const span = await ask<Span>(load, "span");
    const sample = { ...(await takeSample(server, dir, at)), span };
    samples.push(sample);
    if (samples.length % 10 === 0) console.log(describe(sample));
  }
  return samples;
}

/** A line of progress. */
function describe({ at, rss, heap, handles, stored, pending, wal }: Sample): string {
  return `after ${(at / 60).toFixed(1)} min: ${rss.toFixed(0)} MB, heap ${heap.toFixed(0)} MB, ${handles.database + handles.others} files, ${handles.sockets} sockets, ${stored} scans, ${pending} pending, WAL ${wal.toFixed(1)} MB`;
}

/** Waits until nothing is pending, which can take until the third attempt, and what arrived. */
async function waitForDeliveries(server: Server, receivers: Server): Promise<Arrived> {
  await ask<Arrived>(receivers.process, "report");
  await waitUntil(async () => {
    const metrics = await readMetrics(server);
    return sumMetric(metrics, /^scanhook_deliveries\{.*state="pending"/) === 0;
  });
  return ask<Arrived>(receivers.process, "report");
}

/** Returns whether the hub closes everything that it opened for the load. */
async function waitForHandles({ process: { pid } }: Server, before: Handles): Promise<boolean> {
  await waitUntil(async () => countHandles(pid!).sockets <= before.sockets);
  const { sockets } = countHandles(pid!);
  return printLine("sockets more than before the load", Math.max(0, sockets - before.sockets), 0);
}

/** Waits for ten minutes at most. */
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  for (let second = 0; second < 600 && !(await isDone()); second++) await sleep(1000);
}
