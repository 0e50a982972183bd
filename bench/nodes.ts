// Durable scans a second of two hubs on one PostgreSQL, and of Node-RED writing to a file, relative
// to one hub on SQLite. node bench/nodes.ts [--rounds 5] [--seconds 3] [--seed 1]; exits 1 below 50
// % or when an acknowledged scan is missing.
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { Client } from "pg";
import {
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { type Load, type LoadResult, toIdentifier } from "./ingest-scans.ts";
import { describeMachine } from "./machine.ts";
import { startNodeRed } from "./nodes-node-red.ts";
import { median, runSender, type Server, startServer, stopServer } from "./processes.ts";
import { watchOthers } from "./quiet.ts";

const minRatio = 0.5;
const connections = 64;
const [user, password] = ["phone", "a password for the bench"];

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const [rounds, seconds, seed] = [
  Number(values.rounds),
  Number(values.seconds),
  Number(values.seed),
];

/**
 * A receiver of scans at one or more ports. `kept` returns the identifiers of its scans after it
 * has stopped.
 */
type Receiver = {
  title: string;
  ports: number[];
  stop(): Promise<void>;
  kept(): AsyncIterable<string>;
  sent: Set<string>;
  rates: number[];
};

const dir = await mkdtemp(join(values.dir, ".bench-nodes-"));
let postgres: TestPostgres | undefined;
try {
  process.exitCode = await bench();
} finally {
  await postgres?.stop();
  await rm(dir, { recursive: true });
}

async function bench(): Promise<number> {
  console.log(`bench/nodes: ${describeMachine()}`);
  const judge = watchOthers();
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s, seed ${seed}`);
  if (whyNoPostgres !== undefined) {
    console.log(`There is nothing to compare: ${whyNoPostgres}.`);
    return 1;
  }
  const [sqlite, twoNodes, nodeRed] = [
    await startSqlite(),
    await startTwoNodes(),
    await startNodeRedReceiver(),
  ];
  const receivers = [sqlite, twoNodes, ...(nodeRed ? [nodeRed] : [])];
  // A longer warm-up than elsewhere, because each of the two nodes sees only half of it.
  for (const receiver of receivers) await load(receiver, 5, 0);
  for (let round = 1; round <= rounds; round++) {
    for (const receiver of receivers) receiver.rates.push(await load(receiver, seconds, round));
    const rates = receivers.map(({ title, rates }) => `${title} ${rates.at(-1)!.toFixed(0)}/s`);
    console.log(`round ${round}  ${rates.join(", ")}`);
  }
  let missing = 0;
  const table = [];
  for (const receiver of receivers) {
    const missingScans = await stopAndCheck(receiver);
    missing += missingScans;
    table.push({
      receiver: receiver.title,
      "scans/s": Math.round(median(receiver.rates)),
      "of the hub on SQLite": `${(share(receiver, sqlite) * 100).toFixed(0)} %`,
      "204s": receiver.sent.size,
      "of these missing": missingScans,
    });
  }
  await postgres?.stop();
  postgres = undefined;
  console.table(table);
  const ratio = share(twoNodes, sqlite);
  console.log(
    `two hubs on PostgreSQL: ${(ratio * 100).toFixed(1)} % of one hub on SQLite (wanted: ${minRatio * 100} %)`,
  );
  const holds = judge(ratio >= minRatio);
  return missing === 0 && holds ? 0 : 1;
}

/** Compares round by round, because other work on the machine then affects both equally. */
function share({ rates }: Receiver, baseline: Receiver): number {
  return median(rates.map((rate, round) => rate / baseline.rates[round]!));
}

/** Starts a sender process for each port and divides the connections among them. */
async function load(receiver: Receiver, forSeconds: number, round: number): Promise<number> {
  const { ports, sent } = receiver;
  const results = ports.map(async (port, index) => {
    const loadSeed = seed * 1000 + round * ports.length + index;
    const result = await runSender<LoadResult>("ingest-lean.ts", {
      url: `http://127.0.0.1:${port}/in/scans`,
      authorization: `Basic ${btoa(`${user}:${password}`)}`,
      connections: connections / ports.length,
      seconds: forSeconds,
      seed: loadSeed,
    } satisfies Load);
    const others = JSON.stringify(result.others);
    if (others !== "{}") console.log(`${receiver.title} also returned: ${others}`);
    for (const n of result.accepted) sent.add(toIdentifier(loadSeed, n));
    return result.accepted.length / result.seconds;
  });
  return (await Promise.all(results)).reduce((sum, rate) => sum + rate, 0);
}

async function stopAndCheck({ stop, kept, sent }: Receiver): Promise<number> {
  await stop();
  const missing = new Set(sent);
  for await (const identifier of kept()) missing.delete(identifier);
  return missing.size;
}

async function startSqlite(): Promise<Receiver> {
  const data = join(dir, "sqlite");
  const hub = await startServer("ingest-hub.ts", [data, user, password]);
  return {
    title: "one hub on SQLite",
    ports: [hub.port],
    stop: () => stopServer(hub),
    async *kept() {
      using db = new DatabaseSync(join(data, "scanhook.db"), { readOnly: true });
      for (const row of db.prepare("SELECT identifier FROM scans").iterate()) {
        yield row.identifier as string;
      }
    },
    sent: new Set(),
    rates: [],
  };
}

async function startTwoNodes(): Promise<Receiver> {
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const hubs: Server[] = [];
  for (const name of ["node-1", "node-2"]) {
    await mkdir(join(dir, name));
    hubs.push(await startServer("ingest-hub.ts", [join(dir, name), user, password, database]));
  }
  return {
    title: "two hubs on PostgreSQL",
    ports: hubs.map(({ port }) => port),
    stop: async () => void (await Promise.all(hubs.map(stopServer))),
    async *kept() {
      const client = new Client({ connectionString: database });
      await client.connect();
      const { rows } = await client.query<{ identifier: string }>("SELECT identifier FROM scans");
      await client.end();
      for (const { identifier } of rows) yield identifier;
    },
    sent: new Set(),
    rates: [],
  };
}

async function startNodeRedReceiver(): Promise<Receiver | undefined> {
  const started = await startNodeRed();
  if (!started.ok) {
    console.log(`Node-RED is left out. ${started.reason}`);
    return undefined;
  }
  const { peer, file } = started;
  // The file has to be read first, because stopping removes its folder.
  return {
    title: "Node-RED to a file, not synced",
    ports: [peer.port],
    stop: async () => {},
    async *kept() {
      for await (const line of createInterface({ input: createReadStream(file) })) {
        yield (JSON.parse(line) as { identifier: string }).identifier;
      }
      await peer.stop();
    },
    sent: new Set(),
    rates: [],
  };
}
