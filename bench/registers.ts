// How long a verdict takes beside a scan that nobody decides about, and how long scans wait while a
// list is imported. node bench/registers.ts [--guests 100000] [--rounds 5] [--seconds 4] [--before
// FOLDER]; exits 1 when a promise is not kept. FOLDER is a checkout from before registers, with its
// modules, for the CPU time of a scan whose inbox feeds none.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { readCpuTime } from "./cpu-time.ts";
import type { Load, LoadResult } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { median, runSender, type Server, startServer, stopServer } from "./processes.ts";
import { quantiles } from "./quantiles.ts";
import { watchOthers } from "./quiet.ts";
import { toCode, toList } from "./registers-guests.ts";
import type { DoorPace, DoorResult } from "./registers-pace.ts";

const promises = { p50: 20, p99: 60, nodesP50: 30, importSeconds: 5, wait: 50, cpu: 2 };
const perSecond = 500;
const [user, password] = ["north", "a password for the bench"];
const authorization = `Basic ${btoa(`${user}:${password}`)}`;

const { values } = parseArgs({
  options: {
    guests: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    before: { type: "string" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const guests = Number(values.guests);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
let nextGuest = 0;

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const dir = await mkdtemp(join(values.dir, ".bench-registers-"));
let postgres: TestPostgres | undefined;
try {
  console.log(`bench/registers: ${describeMachine()}`);
  const judge = watchOthers();
  console.log(`${guests} guests, ${perSecond} scans a second, ${rounds} rounds of ${seconds} s`);
  const results = [await benchSqlite(), await benchNodes(), await benchUnbound()];
  await postgres?.stop();
  postgres = undefined;
  process.exitCode = judge(results.every(Boolean)) ? 0 : 1;
} finally {
  await postgres?.stop();
  await rm(dir, { recursive: true });
}

async function benchSqlite(): Promise<boolean> {
  const hub = await startNode("sqlite");
  const kept = await benchVerdicts("SQLite", [hub], promises);
  const imported = await benchImport(hub);
  await stopServer(hub);
  return kept && imported;
}

async function benchNodes(): Promise<boolean> {
  if (whyNoPostgres !== undefined) {
    console.log(`PostgreSQL is left out: ${whyNoPostgres}.`);
    return true;
  }
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const hubs = [await startNode("node-1", database), await startNode("node-2", database)];
  const wanted = { p50: promises.nodesP50, p99: Infinity };
  const kept = await benchVerdicts("PostgreSQL, two nodes", hubs, wanted);
  await Promise.all(hubs.map(stopServer));
  return kept;
}

/** Posts to the door and to the inbox that feeds no register, in alternating rounds. */
async function benchVerdicts(
  title: string,
  hubs: Server[],
  wanted: { p50: number; p99: number },
): Promise<boolean> {
  const figures = { plain: [] as number[][], door: [] as number[][] };
  for (let round = 0; round <= rounds; round++) {
    for (const inbox of ["plain", "door"] as const) {
      const results = await Promise.all(
        hubs.map((hub) => pace(hub, inbox, perSecond / hubs.length, seconds)),
      );
      const { p50, p99, worst } = quantiles(results.flatMap(({ latencies }) => latencies));
      // The first round warms up.
      if (round > 0) figures[inbox].push([p50, p99]);
      const statuses = JSON.stringify(results.map((result) => result.statuses));
      console.log(
        `${title}, ${inbox.padEnd(5)}  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  longest ${worst.toFixed(0)} ms  ${statuses}`,
      );
    }
  }
  const medianOf = (rows: readonly number[][], column: number) =>
    median(rows.map((row) => row[column]!));
  const [plain50, plain99] = [medianOf(figures.plain, 0), medianOf(figures.plain, 1)];
  const [door50, door99] = [medianOf(figures.door, 0), medianOf(figures.door, 1)];
  console.log(
    `${title}: a verdict p50 ${door50.toFixed(1)} ms (wanted: ${wanted.p50}), p99 ${door99.toFixed(1)} ms (wanted: ${wanted.p99}); ${(door50 / plain50).toFixed(2)} and ${(door99 / plain99).toFixed(2)} times those of a scan without a register`,
  );
  return door50 < wanted.p50 && door99 < wanted.p99;
}

/** Imports a list over the API while scans arrive at the door. */
async function benchImport(hub: Server): Promise<boolean> {
  const url = `http://127.0.0.1:${hub.port}/api/registers/fair/import`;
  const headers = {
    authorization: `Bearer shk_${password.replaceAll(" ", "-")}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({ text: toList(0, guests), key: "ticket", label: "name" });
  const alone = quantiles((await pace(hub, "door", 50, 8)).latencies);
  const scans = pace(hub, "door", 50, 8);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const started = performance.now();
  const response = await fetch(url, { method: "POST", headers, body });
  const report = await response.text();
  const took = (performance.now() - started) / 1000;
  const { worst, p50 } = quantiles((await scans).latencies);
  console.log(report);
  console.log(
    `import of ${guests} rows: ${took.toFixed(2)} s (wanted: ${promises.importSeconds}); meanwhile a verdict p50 ${p50.toFixed(1)} ms, longest ${worst.toFixed(0)} ms (wanted: ${promises.wait}), without it ${alone.p50.toFixed(1)} and ${alone.worst.toFixed(0)} ms`,
  );
  return response.ok && took < promises.importSeconds && worst < promises.wait;
}

/**
 * Compares the CPU time of a scan with that before registers. Each start is a new process, in
 * turns.
 */
async function benchUnbound(): Promise<boolean> {
  if (values.before === undefined) return true;
  const before = resolve(values.before, "bench", "ingest-hub.ts");
  const files = [relative(import.meta.dirname, before), "ingest-hub.ts"];
  const differences: number[] = [];
  for (let start = 0; start < rounds; start++) {
    const costs: number[] = [];
    for (const [index, file] of files.entries()) {
      const data = join(dir, `cpu-${start}-${index}`);
      await mkdir(data);
      const hub = await startServer(file, [data, user, password]);
      await load(hub, 1);
      const before = readCpuTime(hub.process.pid!) ?? Number.NaN;
      const accepted = await load(hub, seconds);
      costs.push(((readCpuTime(hub.process.pid!) ?? Number.NaN) - before) / accepted);
      await stopServer(hub);
    }
    differences.push(costs[1]! - costs[0]!);
    console.log(`CPU a scan: ${costs.map((cost) => cost.toFixed(1)).join(" µs before, ")} µs now`);
  }
  const difference = median(differences);
  console.log(
    `a scan without a register costs ${difference.toFixed(1)} µs more CPU than before there were any (wanted: ${promises.cpu})`,
  );
  return difference <= promises.cpu;
}

async function load(hub: Server, forSeconds: number): Promise<number> {
  const url = `http://127.0.0.1:${hub.port}/in/scans`;
  const wanted = { url, authorization, connections: 64, seconds: forSeconds, seed: forSeconds };
  const result = await runSender<LoadResult>("ingest-lean.ts", wanted satisfies Load);
  return result.accepted.length;
}

async function startNode(name: string, ...database: string[]): Promise<Server> {
  const data = join(dir, name);
  await mkdir(data);
  return startServer("registers-hub.ts", [data, user, password, String(guests), ...database]);
}

function pace(hub: Server, inbox: string, rate: number, forSeconds: number): Promise<DoorResult> {
  const first = nextGuest;
  nextGuest += rate * forSeconds;
  return runSender<DoorResult>("registers-pace.ts", {
    url: `http://127.0.0.1:${hub.port}/in/${inbox}`,
    authorizations: [authorization],
    perSecond: rate,
    contents: Array.from({ length: rate * forSeconds }, (_, index) => toCode(first + index)),
  } satisfies DoorPace);
}
