// Durable scans a second, as a share of what a bare node:http server answers that keeps nothing.
// node bench/ingest.ts [--rounds 5] [--seconds 3] [--seed 1] [--sender lean]; exits 1 below 40 % or when an acknowledged scan is missing.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { type Load, type LoadResult, toIdentifier } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { ask, median, startServer, stopServer } from "./processes.ts";

const wanted = 0.4;

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

// On the disk of the checkout: a temporary folder may be memory, and then nothing would be synced.
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
  const rates: { bare: number[]; hub: number[] } = { bare: [], hub: [] };
  for (let round = 0; round <= rounds; round++) {
    const warmUp = round === 0;
    for (const [name, server] of [
      ["bare", bare],
      ["hub", hub],
    ] as const) {
      const roundSeed = seed * 1000 + round;
      const result = await load(server.port, warmUp ? 1 : seconds, roundSeed);
      if (name === "hub") for (const n of result.accepted) sent.add(toIdentifier(roundSeed, n));
      if (warmUp) continue;
      const rate = result.accepted.length / result.seconds;
      rates[name].push(rate);
      const { p50, p99, max } = result.latencies;
      const others = JSON.stringify(result.others);
      console.log(
        `round ${round}  ${name.padEnd(4)}  ${rate.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  max ${max.toFixed(0)} ms${others === "{}" ? "" : `  not 204: ${others}`}`,
      );
    }
  }
  await Promise.all([bare, hub].map(stopServer));
  const missing = findMissing(sent);
  // Round by round, so that what else the machine does weighs on both alike.
  const ratio = median(rates.hub.map((rate, round) => rate / rates.bare[round]!));
  console.log(
    `every 204 is in the database: ${missing === 0 ? "yes" : `NO, ${missing} missing`} (${sent.size} checked)`,
  );
  console.log(
    `bare ${median(rates.bare).toFixed(0)}/s, hub ${median(rates.hub).toFixed(0)} durable scans/s: ${(ratio * 100).toFixed(1)} % (wanted: ${wanted * 100} %)`,
  );
  return missing === 0 && ratio >= wanted ? 0 : 1;
}

function load(port: number, forSeconds: number, loadSeed: number): Promise<LoadResult> {
  return ask<LoadResult>(sender!, {
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
