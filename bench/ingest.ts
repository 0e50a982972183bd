// Durable scans a second, as a share of the requests that a bare node:http server handles, and the
// CPU time of each scan. node bench/ingest.ts [--starts 3] [--rounds 3] [--seconds 3] [--seed 1]
// [--sender lean] [--alone]; exits 1 below 40 % on a quiet machine, or when a scan that the hub
// acknowledged is missing. --alone leaves out everything but the hub on SQLite.
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { startPostgres, whyNoPostgres } from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { readCpuTime } from "./cpu-time.ts";
import {
  addRound,
  emptyFigures,
  type Figures,
  formatRow,
  ratioTo,
  readMemory,
  tableHead,
} from "./ingest-figures.ts";
import { startKeepingPeers } from "./ingest-keepers.ts";
import { type Load, type LoadResult, toIdentifier } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { startNodeRed } from "./nodes-node-red.ts";
import { median, runSender, startServer, stopServer } from "./processes.ts";
import { watchOthers } from "./quiet.ts";

const minRatio = 0.4;

const { values } = parseArgs({
  options: {
    starts: { type: "string", default: "3" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    seed: { type: "string", default: "1" },
    sender: { type: "string", default: "autocannon" },
    alone: { type: "boolean", default: false },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [starts, rounds, seconds, connections, seed] = [
  Number(values.starts),
  Number(values.rounds),
  Number(values.seconds),
  Number(values.connections),
  Number(values.seed),
];
const sender = { autocannon: "ingest-load.ts", lean: "ingest-lean.ts" }[values.sender];
if (!sender) throw new Error("--sender is autocannon or lean.");
const [user, password] = ["phone", "a password for the bench"];
const hubDatabase = "the hub's database";

/**
 * The scans that a server acknowledged, and where it keeps them. `read` is called after it has
 * stopped.
 */
type Keeping = { where: string; sent: Set<string>; read(): Iterable<string> };

/**
 * A server that takes scans, or another way to send them to the hub. `pids` is undefined for one
 * whose time is not read.
 */
type Receiver = {
  name: string;
  url: string;
  method?: "PUT";
  pids?: number[];
  /** Undefined for a server whose scans are not looked for. */
  keeping?: Keeping;
  /** Whether each scan is sent without credentials first, as the interface describes it. */
  isChallenged?: boolean;
  stop(): Promise<unknown>;
};

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const dir = await mkdtemp(join(values.dir, ".bench-ingest-"));
try {
  process.exitCode = await bench();
} finally {
  await rm(dir, { recursive: true });
}

async function bench(): Promise<number> {
  console.log(`bench/ingest: ${describeMachine()}`);
  console.log(
    `${connections} connections, ${starts} starts of ${rounds} rounds of ${seconds} s, seed ${seed}, sent by ${values.sender}; wanted: ${minRatio * 100} %`,
  );
  const judge = watchOthers();
  await keepCompiledCode();
  const all = new Map<string, Figures>();
  const ratios: number[] = [];
  const checks = new Map<string, { missing: number; checked: number }>();
  let memory: number | undefined;
  for (let start = 1; start <= starts; start++) {
    const data = join(dir, `${start}`);
    await mkdir(data);
    const receivers = await startReceivers(data);
    const measured = await measure(receivers, start);
    memory = Math.max(memory ?? 0, readMemory(receivers[1]!.pids![0]!)?.most ?? 0) || undefined;
    for (const { stop } of receivers) await stop();
    for (const keeping of new Set(receivers.flatMap(({ keeping }) => keeping ?? []))) {
      const { missing, checked } = checks.get(keeping.where) ?? { missing: 0, checked: 0 };
      checks.set(keeping.where, {
        missing: missing + countMissing(keeping),
        checked: checked + keeping.sent.size,
      });
    }
    const [bare, hub] = [measured.get("bare")!, measured.get("hub")!];
    ratios.push(ratioTo(bare, hub));
    console.log(`start ${start}: hub ${(ratios.at(-1)! * 100).toFixed(1)} %`);
    for (const [name, figures] of measured) {
      const total = all.get(name) ?? emptyFigures();
      for (const key of Object.keys(total) as (keyof Figures)[]) total[key].push(...figures[key]);
      all.set(name, total);
    }
  }
  const [bare, hub] = [all.get("bare")!, all.get("hub")!];
  console.log(tableHead);
  for (const [name, figures] of all) console.log(formatRow(name, bare, figures));
  for (const [where, { missing, checked }] of checks) {
    const found = missing === 0 ? "yes" : `NO, ${missing} missing`;
    console.log(`every acknowledged scan is in ${where}: ${found} (${checked} checked)`);
  }
  console.log(`the hub's memory: ${memory?.toFixed(0) ?? "not known"} MB at most`);
  const ratio = median(ratios);
  const holds = judge(ratio >= minRatio);
  console.log(
    `bare ${median(bare.rates).toFixed(0)}/s, hub ${median(hub.rates).toFixed(0)} durable scans/s: ${(ratio * 100).toFixed(1)} %`,
  );
  return checks.get(hubDatabase)!.missing === 0 && holds ? 0 : 1;
}

/**
 * Starts the hub once: the first start after a change compiles it, and holds the compiler, which
 * takes 50 MB.
 */
async function keepCompiledCode(): Promise<void> {
  const data = join(dir, "compiled");
  await mkdir(data);
  await stopServer(await startServer("ingest-hub.ts", [data, user, password]));
}

/** Starts the bare server, the hub with its data in a folder, and the others. */
async function startReceivers(data: string): Promise<Receiver[]> {
  const start = async (name: string, file: string, args: string[] = []): Promise<Receiver> => {
    const server = await startServer(file, args);
    const url = `http://127.0.0.1:${server.port}/in/scans`;
    return { name, url, pids: [server.process.pid!], stop: () => stopServer(server) };
  };
  const hub = await start("hub", "ingest-hub.ts", [data, user, password]);
  const keeping = { where: hubDatabase, sent: new Set<string>(), read: () => readDatabase(data) };
  const ways: Receiver[] = [
    hub,
    { ...hub, name: "hub, open inbox", url: hub.url.replace("/scans", "/open") },
    // The lean sender has no second request.
    ...(values.sender === "lean"
      ? []
      : [{ ...hub, name: "hub, challenge before each scan", isChallenged: true }]),
  ].map((way, index) => ({ ...way, keeping, stop: index === 0 ? hub.stop : async () => {} }));
  const receivers = [await start("bare", "ingest-bare.ts"), ...ways];
  if (values.alone) return receivers;
  if (whyNoPostgres === undefined) {
    const postgres = await startPostgres();
    const nodeData = join(data, "node");
    await mkdir(nodeData);
    const args = [nodeData, user, password, await postgres.createDatabase()];
    const node = await start("hub on PostgreSQL", "ingest-hub.ts", args);
    receivers.push({
      ...node,
      async stop() {
        await node.stop();
        await postgres.stop();
      },
    });
  } else console.log(`PostgreSQL is left out: ${whyNoPostgres}.`);
  receivers.push(await start("Fastify, one commit a scan", "ingest-fastify.ts", [data]));
  receivers.push(...(await startKeepers(data)));
  const nodeRed = await startNodeRed();
  if (nodeRed.ok) {
    const { peer } = nodeRed;
    receivers.push({ name: "Node-RED, not synced", url: `${peer.url}/in/scans`, stop: peer.stop });
  } else console.log(`Node-RED is left out: ${nodeRed.reason}`);
  return receivers;
}

/** Starts the peers that keep what they acknowledge, and that are killed at the end. */
async function startKeepers(dir: string): Promise<Receiver[]> {
  const peers = await startKeepingPeers({ dir, user, password, connections });
  return peers.map(({ kill, ...peer }) => {
    let files: string[] = [];
    const where = `the file of ${peer.name}, killed`;
    const keeping = { where, sent: new Set<string>(), read: () => readIdentifiers(files) };
    const stop = async () => {
      files = await kill();
    };
    return { ...peer, keeping, stop };
  });
}

/** Runs a warm-up and the rounds, in turn on each server, and notes what each acknowledged. */
async function measure(receivers: readonly Receiver[], start: number) {
  const measured = new Map(receivers.map(({ name }) => [name, emptyFigures()]));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, receiver] of receivers.entries()) {
      const { name, pids, keeping } = receiver;
      const roundSeed = seed * 1000 + start * 100 + round * 10 + index;
      const readCpu = () => readCpuTimes(pids);
      const before = readCpu();
      const result = await load(receiver, round === 0 ? 1 : seconds, roundSeed);
      const after = readCpu();
      if (keeping) for (const n of result.accepted) keeping.sent.add(toIdentifier(roundSeed, n));
      if (Object.keys(result.others).length > 0) {
        console.log(`${name}: other than 2xx: ${JSON.stringify(result.others)}`);
      }
      if (round === 0) continue;
      const cpu = before !== undefined && after !== undefined ? after - before : undefined;
      addRound(measured.get(name)!, result, cpu);
    }
  }
  return measured;
}

function readCpuTimes(pids: readonly number[] = []): number | undefined {
  const times = pids.map(readCpuTime).filter((time) => time !== undefined);
  return times.length > 0 ? times.reduce((sum, time) => sum + time) : undefined;
}

function load(
  { url, method, isChallenged }: Receiver,
  forSeconds: number,
  loadSeed: number,
): Promise<LoadResult> {
  return runSender<LoadResult>(sender!, {
    url,
    method,
    isChallenged,
    authorization: `Basic ${btoa(`${user}:${password}`)}`,
    connections,
    seconds: forSeconds,
    seed: loadSeed,
  } satisfies Load);
}

function countMissing({ sent, read }: Keeping): number {
  const missing = new Set(sent);
  for (const identifier of read()) missing.delete(identifier);
  return missing.size;
}

function* readDatabase(data: string): Iterable<string> {
  const db = new DatabaseSync(join(data, "scanhook.db"), { readOnly: true });
  for (const row of db.prepare("SELECT identifier FROM scans").iterate()) {
    yield row.identifier as string;
  }
  db.close();
}

function* readIdentifiers(files: readonly string[]): Iterable<string> {
  for (const file of files) {
    const found = readFileSync(file, "latin1").matchAll(/"identifier" : "([^"]+)"/g);
    for (const [, identifier] of found) yield identifier!;
  }
}
