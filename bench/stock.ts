// How long a verdict of a stock, of loans and of an inspection takes beside a scan that nobody
// decides about, with many articles and movements, how long answers take, and how long a round
// takes while scans arrive. node bench/stock.ts [--articles 100000] [--movements 5000000]
// [--rounds 5] [--seconds 4]; exits 1 when a promise is not kept.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "../apps/hub/src/store/postgres/testing/postgres.ts";
import { describeMachine } from "./machine.ts";
import { median, runSender, type Server, startServer, stopServer } from "./processes.ts";
import { quantiles } from "./quantiles.ts";
import { watchOthers } from "./quiet.ts";
import type { DoorPace, DoorResult } from "./registers-pace.ts";
import {
  placeCount,
  toArticleCode,
  toPersonCode,
  toPlaceCode,
  toUser,
  userCount,
} from "./stock-parts.ts";

const promises = { p50: 20, p99: 60, nodesP50: 30, roundSeconds: 2, wait: 50 };
const perSecond = 500;
const inboxes = ["plain", "add", "remove", "lend", "inspect"];
const answerCount = 400;
const password = "a password for the bench";
const authorizations = Array.from(
  { length: userCount },
  (_, n) => `Basic ${btoa(`${toUser(n)}:${password}`)}`,
);

const { values } = parseArgs({
  options: {
    articles: { type: "string", default: "100000" },
    movements: { type: "string", default: "5000000" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "4" },
    dir: { type: "string", default: join(import.meta.dirname, "..", "node_modules") },
  },
});
const articles = Number(values.articles);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
let sent = 0;

// On the disk of the checkout, because a temporary folder can be in memory, where a sync costs
// nothing.
const dir = await mkdtemp(join(values.dir, ".bench-stock-"));
let postgres: TestPostgres | undefined;
try {
  console.log(`bench/stock: ${describeMachine()}`);
  const judge = watchOthers();
  console.log(`${articles} articles, ${values.movements} movements, ${perSecond} scans a second`);
  const results = [await benchSqlite(), await benchNodes()];
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
  const round = await benchRound("SQLite", hub);
  await stopServer(hub);
  return kept && round;
}

async function benchNodes(): Promise<boolean> {
  if (whyNoPostgres !== undefined) {
    console.log(`PostgreSQL is left out: ${whyNoPostgres}.`);
    return true;
  }
  postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const hubs = [await startNode("node-1", database), await startNode("node-2", database)];
  const title = "PostgreSQL, two nodes";
  const kept = await benchVerdicts(title, hubs, { p50: promises.nodesP50, p99: Infinity });
  const round = await benchRound(title, hubs[0]!);
  await Promise.all(hubs.map(stopServer));
  return kept && round;
}

/** Posts to the inboxes of registers and to the one that feeds none, in turns. */
async function benchVerdicts(
  title: string,
  hubs: Server[],
  wanted: { p50: number; p99: number },
): Promise<boolean> {
  const figures = Object.fromEntries(inboxes.map((inbox) => [inbox, [] as number[][]]));
  for (let round = 0; round <= rounds; round++) {
    for (const inbox of inboxes) {
      await takePlaces(hubs, inbox);
      const results = await Promise.all(
        hubs.map((hub) => pace(hub, inbox, perSecond / hubs.length, seconds)),
      );
      const { p50, p99, worst } = quantiles(results.flatMap(({ latencies }) => latencies));
      // The first round warms up.
      if (round > 0) figures[inbox]!.push([p50, p99]);
      const statuses = JSON.stringify(results.map((result) => result.statuses));
      console.log(
        `${title}, ${inbox.padEnd(7)}  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  longest ${worst.toFixed(0)} ms  ${statuses}`,
      );
    }
  }
  const medians = (rows: readonly number[][]) =>
    [0, 1].map((column) => median(rows.map((row) => row[column]!))) as [number, number];
  const [plain50, plain99] = medians(figures.plain!);
  const kinds = { stock: ["add", "remove"], loans: ["lend"], inspection: ["inspect"] };
  const kept = Object.entries(kinds).map(([kind, ofKind]) => {
    const [p50, p99] = medians(ofKind.flatMap((inbox) => figures[inbox]!));
    console.log(
      `${title}: a verdict of the kind ${kind} p50 ${p50.toFixed(1)} ms (wanted: ${wanted.p50}), p99 ${p99.toFixed(1)} ms (wanted: ${wanted.p99}); ${(p50 / plain50).toFixed(2)} and ${(p99 / plain99).toFixed(2)} times those of a scan without a register`,
    );
    return p50 < wanted.p50 && p99 < wanted.p99;
  });
  const isAnswered = await benchAnswers(title, hubs, wanted);
  return kept.every(Boolean) && isAnswered;
}

/** Scans things one after the other, and answers the checklist of each. */
async function benchAnswers(
  title: string,
  hubs: Server[],
  wanted: { p50: number; p99: number },
): Promise<boolean> {
  const accept = "application/vnd.scanhook.verdict+json";
  const headers = { authorization: authorizations[0]!, accept, "content-type": "application/json" };
  const post = async (hub: Server, path: string, body: object) => {
    const url = `http://127.0.0.1:${hub.port}/in/inspect${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { verdict: { movement: number; code: string } };
  };
  const times: number[] = [];
  for (let n = 0; n < answerCount; n++) {
    const hub = hubs[n % hubs.length]!;
    const content = toArticleCode((n * 31) % articles);
    const scan = { identifier: crypto.randomUUID(), date: new Date().toISOString(), content };
    const { verdict } = await post(hub, "", scan);
    const startedAt = performance.now();
    const answered = await post(hub, `/answers/${verdict.movement}`, { answers: { seal: "pass" } });
    times.push(performance.now() - startedAt);
    if (answered.verdict.code !== "passed") throw new Error(JSON.stringify(answered));
  }
  const { p50, p99 } = quantiles(times);
  console.log(
    `${title}: answers p50 ${p50.toFixed(1)} ms (wanted: ${wanted.p50}), p99 ${p99.toFixed(1)} ms (wanted: ${wanted.p99})`,
  );
  return p50 < wanted.p50 && p99 < wanted.p99;
}

/** Ends, applies and takes back a round of 20,000 articles while scans arrive. */
async function benchRound(title: string, hub: Server): Promise<boolean> {
  const headers = {
    authorization: `Bearer shk_${password.replaceAll(" ", "-")}`,
    "content-type": "application/json",
  };
  const url = `http://127.0.0.1:${hub.port}/api/registers/small/rounds`;
  const post = async (path: string, body: object = {}) => {
    const startedAt = performance.now();
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, options);
    const text = await response.text();
    const took = (performance.now() - startedAt) / 1000;
    console.log(`${title}: ${path || "/begin"} ${took.toFixed(2)} s  ${text.slice(0, 160)}`);
    return response.ok ? took : Infinity;
  };
  const list = (await (await fetch(url, { headers })).json()) as { rounds: { id: number }[] };
  const { id } = list.rounds[0]!;
  await takePlaces([hub], "add");
  const scans = pace(hub, "add", 50, 10);
  const times = [];
  for (const step of ["end", "apply", "undo"]) times.push(await post(`/${id}/${step}`));
  times.push(await post(""));
  const { worst, p50 } = quantiles((await scans).latencies);
  console.log(
    `${title}: a round of 20000 articles takes at most ${Math.max(...times).toFixed(2)} s for a step (wanted: ${promises.roundSeconds}); meanwhile a verdict p50 ${p50.toFixed(1)} ms, longest ${worst.toFixed(0)} ms (wanted: ${promises.wait})`,
  );
  return times.every((time) => time < promises.roundSeconds) && worst < promises.wait;
}

/** Lets each user scan a place or a person, so that their next scans are booked there. */
async function takePlaces(hubs: readonly Server[], inbox: string): Promise<void> {
  const contents = authorizations.map((_, n) =>
    inbox === "lend" ? toPersonCode(n) : toPlaceCode((n * 37 + sent) % placeCount),
  );
  await send(hubs[0]!, inbox, 100, contents);
}

function pace(hub: Server, inbox: string, rate: number, forSeconds: number): Promise<DoorResult> {
  const contents = Array.from({ length: rate * forSeconds }, () => {
    sent += 1;
    return toArticleCode((sent * 7919) % articles);
  });
  return send(hub, inbox, rate, contents);
}

function send(hub: Server, inbox: string, rate: number, contents: string[]): Promise<DoorResult> {
  const url = `http://127.0.0.1:${hub.port}/in/${inbox}`;
  const wanted = { url, authorizations, perSecond: rate, contents };
  return runSender<DoorResult>("registers-pace.ts", wanted satisfies DoorPace);
}

async function startNode(name: string, ...database: string[]): Promise<Server> {
  const data = join(dir, name);
  await mkdir(data);
  return startServer("stock-hub.ts", [
    data,
    password,
    values.articles,
    values.movements,
    ...database,
  ]);
}
