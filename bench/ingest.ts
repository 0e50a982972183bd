// Durable scans a second, as a share of the requests that a bare node:http server handles, and the CPU time of each scan.
// node bench/ingest.ts [--rounds 5] [--seconds 3] [--seed 1] [--sender lean]; exits 1 below 40 % or when an acknowledged scan is missing.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { readCpuTime } from "./cpu-time.ts";
import { type Load, type LoadResult, toIdentifier } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { median, runSender, startServer, stopServer } from "./processes.ts";

const minRatio = 0.4;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "64" },
    seed: { type: "string", default: "1" },
    sender: { type: "string", default: "autocannon" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [rounds, seconds, connections, seed] = [
  Number(values.rounds),
  Number(values.seconds),
  Number(values.connections),
  Number(values.seed),
];
const sender = { autocannon: "ingest-load.ts", lean: "ingest-lean.ts" }[values.sender];
if (!sender) throw new Error("--sender is autocannon or lean.");
const [user, password] = ["phone", "a password for the bench"];

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs nothing.
const dir = await mkdtemp(join(values.dir, ".bench-ingest-"));
try {
  process.exitCode = await bench();
} finally {
  await rm(dir, { recursive: true });
}

async function bench(): Promise<number> {
  console.log(`bench/ingest: ${describeMachine()}`);
  console.log(
    `${connections} connections, ${rounds} rounds of ${seconds} s, seed ${seed}, sent by ${values.sender}`,
  );
  const bare = await startServer("ingest-bare.ts");
  const hub = await startServer("ingest-hub.ts", [dir, user, password]);
  const sent = new Set<string>();
  const measured = { bare: emptyFigures(), hub: emptyFigures() };
  for (let round = 0; round <= rounds; round++) {
    const warmUp = round === 0;
    for (const [name, server] of [
      ["bare", bare],
      ["hub", hub],
    ] as const) {
      const roundSeed = seed * 1000 + round;
      const cpuBefore = readCpuTime(server.process.pid!);
      const result = await load(server.port, warmUp ? 1 : seconds, roundSeed);
      const cpuAfter = readCpuTime(server.process.pid!);
      if (name === "hub") for (const n of result.accepted) sent.add(toIdentifier(roundSeed, n));
      if (warmUp) continue;
      const rate = result.accepted.length / result.seconds;
      const figures = measured[name];
      figures.rates.push(rate);
      figures.senderCpu.push(result.cpu / result.accepted.length);
      if (cpuBefore !== undefined && cpuAfter !== undefined) {
        figures.serverCpu.push((cpuAfter - cpuBefore) / result.accepted.length);
      }
      const { p50, p99, max } = result.latencies;
      const others = JSON.stringify(result.others);
      console.log(
        `round ${round}  ${name.padEnd(4)}  ${rate.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  max ${max.toFixed(0)} ms${others === "{}" ? "" : `  other than 204: ${others}`}`,
      );
    }
  }
  await Promise.all([bare, hub].map(stopServer));
  const missing = findMissing(sent);
  const { bare: bareFigures, hub: hubFigures } = measured;
  // Compared round by round, because other work on the machine then affects both equally.
  const ratio = median(hubFigures.rates.map((rate, round) => rate / bareFigures.rates[round]!));
  console.log(
    `every 204 is in the database: ${missing === 0 ? "yes" : `NO, ${missing} missing`} (${sent.size} checked)`,
  );
  console.log(
    `bare ${median(bareFigures.rates).toFixed(0)}/s, hub ${median(hubFigures.rates).toFixed(0)} durable scans/s: ${(ratio * 100).toFixed(1)} % (wanted: ${minRatio * 100} %)`,
  );
  console.log(
    `CPU a scan: hub ${describeCpu(hubFigures)}; bare server ${describeCpu(bareFigures)}`,
  );
  return missing === 0 && ratio >= minRatio ? 0 : 1;
}

/** One entry a round: requests a second, and CPU time in microseconds a scan. */
type Figures = { rates: number[]; serverCpu: number[]; senderCpu: number[] };

function emptyFigures(): Figures {
  return { rates: [], serverCpu: [], senderCpu: [] };
}

function describeCpu({ serverCpu, senderCpu }: Figures): string {
  const server =
    serverCpu.length > 0
      ? `${median(serverCpu).toFixed(1)} µs`
      : `not known on ${process.platform}`;
  return `${server}, its sender ${median(senderCpu).toFixed(1)} µs`;
}

function load(port: number, forSeconds: number, loadSeed: number): Promise<LoadResult> {
  return runSender<LoadResult>(sender!, {
    url: `http://127.0.0.1:${port}/in/scans`,
    authorization: `Basic ${btoa(`${user}:${password}`)}`,
    connections,
    seconds: forSeconds,
    seed: loadSeed,
  } satisfies Load);
}

function findMissing(sent: Set<string>): number {
  const db = new DatabaseSync(join(dir, "scanhook.db"), { readOnly: true });
  const missing = new Set(sent);
  for (const row of db.prepare("SELECT identifier FROM scans").iterate()) {
    missing.delete(row.identifier as string);
  }
  db.close();
  return missing.size;
}
