// How much taking scans in suffers from what is stored and what happens beside it, and how long
// that waits for the scans. node bench/beside.ts [--scans 5000000] [--viewers 2000] [--rounds 3]
// [--seconds 4] [--only NAME]; exits 1 when a promise is not kept. NAME is stored, queries, export,
// viewers, waits or slow-disk.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "../apps/hub/src/backup/back-up.ts";
import { readMemory } from "./ingest-figures.ts";
import { type Load, type LoadResult, toTag } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { median, runSender, type Server, startServer, stopServer } from "./processes.ts";
import { watchOthers } from "./quiet.ts";
import { toList } from "./registers-guests.ts";
import type { DoorPace, DoorResult } from "./registers-pace.ts";

const promises = { stored: 0.9, viewers: 0.9, queryMs: 100, exportMb: 60, waitMs: 250 };
const [user, password, token] = ["phone", "a password for the bench", "shk_a-token-for-the-bench"];
const authorization = `Basic ${btoa(`${user}:${password}`)}`;

const { values } = parseArgs({
  options: {
    scans: { type: "string", default: "5000000" },
    viewers: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "4" },
    only: { type: "string" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [scans, viewers, rounds, seconds] = [
  Number(values.scans),
  Number(values.viewers),
  Number(values.rounds),
  Number(values.seconds),
];
let seed = 1;

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const dir = await mkdtemp(join(values.dir, ".bench-beside-"));
try {
  console.log(`bench/beside: ${describeMachine()}`);
  console.log(
    `${scans} stored scans, ${rounds} rounds of ${seconds} s, 64 connections, seed ${seed}`,
  );
  const judge = watchOthers();
  const full = await startHub("full", scans);
  console.log(`the hub with ${scans} scans holds ${formatMemory(full)}`);
  const benches = {
    stored: benchStored,
    queries: benchQueries,
    export: benchExport,
    viewers: benchViewers,
    waits: benchWaits,
    "slow-disk": benchSlowDisk,
  };
  const kept: boolean[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (values.only === undefined || values.only === name) kept.push(await bench(full));
  }
  console.log(`the hub with ${scans} scans holds ${formatMemory(full)} at the end`);
  await stopServer(full);
  process.exitCode = judge(kept.every(Boolean)) ? 0 : 1;
} finally {
  await rm(dir, { recursive: true });
}

async function startHub(name: string, stored: number): Promise<Server> {
  const data = join(dir, name);
  await mkdir(data);
  const script = join(import.meta.dirname, "beside-fill.ts");
  const filled = spawnSync(process.execPath, [script, data, user, password, token, `${stored}`], {
    stdio: "inherit",
  });
  if (filled.status !== 0) throw new Error(`Filling the hub ended with ${filled.status}.`);
  return startServer("beside-hub.ts", [data]);
}

/** Posts as fast as the hub responds, and returns the scans a second. */
async function load({ port }: Server, duration = seconds): Promise<number> {
  const url = `http://127.0.0.1:${port}/in/scans`;
  const asked = { url, authorization, connections: 64, seconds: duration, seed: seed++ };
  const result = await runSender<LoadResult>("ingest-load.ts", asked satisfies Load);
  return result.accepted.length / result.seconds;
}

/** Posts 200 scans a second, and returns the longest time that one waited, in milliseconds. */
async function findLongestWait({ port }: Server, duration: number): Promise<number> {
  const url = `http://127.0.0.1:${port}/in/scans`;
  const asked = { url, authorization, perSecond: 200, seconds: duration, first: seed++ };
  const result = await runSender<DoorResult>("registers-pace.ts", asked satisfies DoorPace);
  const refused = Object.keys(result.statuses).filter((status) => status !== "204");
  if (refused.length > 0) console.log(`other than 204: ${JSON.stringify(result.statuses)}`);
  return Math.max(...result.latencies);
}

async function benchStored(full: Server): Promise<boolean> {
  const empty = await startHub("empty", 0);
  const rates = { full: [] as number[], empty: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const round1 = { empty: await load(empty), full: await load(full) };
    if (round === 0) continue;
    rates.empty.push(round1.empty);
    rates.full.push(round1.full);
  }
  await stopServer(empty);
  const ratio = median(rates.full.map((rate, round) => rate / rates.empty[round]!));
  const kept = ratio >= promises.stored;
  console.log(
    `stored: ${median(rates.full).toFixed(0)} of ${median(rates.empty).toFixed(0)} scans/s, ${percent(ratio)} of the rate of an empty store (wanted: ${percent(promises.stored)})`,
  );
  return kept;
}

/** Asks over the API while scans arrive as fast as the hub takes them. */
async function benchQueries(hub: Server): Promise<boolean> {
  const tag = encodeURIComponent(toTag(1234));
  const queries = {
    "newest scans": "/api/scans?limit=50",
    "scans of an inbox, further back": `/api/scans?inbox=quiet&limit=50&before=${Math.ceil(scans / 2)}`,
    "a word that is in all": "/api/scans?limit=50&text=widget",
    "a word that is in one of 100": "/api/scans?limit=50&text=widget%2042",
    "a number that is in one": `/api/scans?limit=50&text=item%20${Math.floor(scans / 3)}`,
    "the history of a tag": `/api/scans?tag=${tag}&limit=50`,
    "tags by their content": "/api/tags?limit=50&text=widget",
  };
  const times = new Map<string, number[]>(Object.keys(queries).map((name) => [name, []]));
  const loading = load(hub, seconds * rounds);
  let isLoading = true;
  loading.finally(() => {
    isLoading = false;
  });
  const live: number[] = [];
  const stream = await openStream(hub, "/api/scans/stream?inbox=scans");
  stream.on("data", (chunk: Buffer) => {
    const last = /.*"receivedAt":"([^"]+)"/s.exec(chunk.toString())?.[1];
    if (last !== undefined) live.push(Date.now() - Date.parse(last));
  });
  while (isLoading) {
    for (const [name, path] of Object.entries(queries)) {
      const started = performance.now();
      await ask(hub, path);
      times.get(name)!.push(performance.now() - started);
    }
  }
  stream.destroy();
  const rate = await loading;
  times.set("the live page, from arrival to event", live);
  let kept = true;
  for (const [name, all] of times) {
    const p95 = all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? Number.NaN;
    const isKept = p95 < promises.queryMs;
    kept &&= isKept;
    console.log(
      `queries: ${name}: p95 ${p95.toFixed(0)} ms of ${all.length} (wanted: ${promises.queryMs})${isKept ? "" : ", NOT kept"}`,
    );
  }
  console.log(`queries: beside ${rate.toFixed(0)} scans/s`);
  return kept;
}

async function benchExport(hub: Server): Promise<boolean> {
  const before = readMemory(hub.process.pid!)?.now ?? Number.NaN;
  const started = performance.now();
  const stream = await openStream(hub, "/api/scans/export?format=jsonl");
  let lines = 0;
  let most = before;
  for await (const chunk of stream) {
    for (const byte of chunk as Buffer) if (byte === 0x0a) lines += 1;
    most = Math.max(most, readMemory(hub.process.pid!)?.now ?? Number.NaN);
  }
  const took = (performance.now() - started) / 1000;
  const kept = !(most - before > promises.exportMb) && lines >= scans;
  console.log(
    `export: ${lines} scans in ${took.toFixed(0)} s, ${(most - before).toFixed(0)} MB more than before at most (wanted: ${promises.exportMb})`,
  );
  return kept;
}

async function benchViewers(hub: Server): Promise<boolean> {
  const rates = { alone: [] as number[], watched: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const alone = await load(hub);
    const streams = await Promise.all(
      Array.from({ length: viewers }, () => openStream(hub, "/api/scans/stream?inbox=quiet")),
    );
    for (const stream of streams) stream.resume();
    const watched = await load(hub);
    for (const stream of streams) stream.destroy();
    if (round === 0) continue;
    rates.alone.push(alone);
    rates.watched.push(watched);
  }
  const ratio = median(rates.watched.map((rate, round) => rate / rates.alone[round]!));
  console.log(
    `viewers: ${percent(ratio)} of the rate with ${viewers} viewers of a quiet inbox (wanted: ${percent(promises.viewers)})`,
  );
  return ratio >= promises.viewers;
}

/** Looks how long scans wait beside work that takes long. */
async function benchWaits(hub: Server): Promise<boolean> {
  const addRegister = { name: "gala", kind: "check-in" };
  await send(hub, "/api/registers", addRegister);
  const list = { text: toList(0, 100_000), key: "ticket", label: "name" };
  const works = {
    nothing: async () => {},
    "a count of a word that is in all": () => ask(hub, "/api/scans/count?text=example"),
    "the contents of all scans": () => ask(hub, "/api/scans/per-content?limit=10"),
    "an import of 100,000 guests": () => send(hub, "/api/registers/gala/import", list),
    "a backup": async () => {
      const archive = join(dir, "backup.tar.gz");
      const made = await backUp({ dir: join(dir, "full"), archive });
      if (!made.ok) throw new Error(made.reason);
      await rm(archive);
    },
  };
  let kept = true;
  for (const [name, work] of Object.entries(works)) {
    const waiting = findLongestWait(hub, Math.max(8, seconds * 2));
    const started = performance.now();
    await work();
    const took = (performance.now() - started) / 1000;
    const longest = await waiting;
    const isKept = longest < promises.waitMs;
    kept &&= isKept;
    console.log(
      `waits: beside ${name} (${took.toFixed(1)} s), a scan waits ${longest.toFixed(0)} ms at most (wanted: ${promises.waitMs})${isKept ? "" : ", NOT kept"}`,
    );
  }
  return kept;
}

/** Lets every sync of the hub's files take 10 ms. */
async function benchSlowDisk(hub: Server): Promise<boolean> {
  if (spawnSync("strace", ["--version"]).status !== 0) {
    console.log("slow-disk: left out, because strace is not installed");
    return true;
  }
  const args = ["-f", "-q", "-o", "/dev/null", "-e", "trace=fdatasync,fsync"];
  const delay = ["-e", "inject=fdatasync,fsync:delay_enter=10000", "-p", `${hub.process.pid}`];
  const strace = spawn("strace", [...args, ...delay], { stdio: "ignore" });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const longest = await findLongestWait(hub, seconds * 2);
  const rate = await load(hub);
  strace.kill("SIGINT");
  await once(strace, "exit");
  console.log(
    `slow-disk: with syncs of 10 ms, a scan waits ${longest.toFixed(0)} ms at most (wanted: ${promises.waitMs}), and ${rate.toFixed(0)} scans/s are taken`,
  );
  return longest < promises.waitMs;
}

async function ask({ port }: Server, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
}

async function send({ port }: Server, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const url = `http://127.0.0.1:${port}${path}`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function openStream({ port }: Server, path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const agent = new Agent({ keepAlive: false });
  const request = get({ host: "127.0.0.1", port, path, headers, agent });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.on("error", () => {});
  return response;
}

function formatMemory({ process }: Server): string {
  const memory = readMemory(process.pid!);
  return memory ? `${memory.now.toFixed(0)} MB, ${memory.most.toFixed(0)} at most` : "not known";
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(1)} %`;
}
