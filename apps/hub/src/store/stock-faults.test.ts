import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "./open.ts";
import { startPostgres, type TestPostgres, whyNoPostgres } from "./postgres/testing/postgres.ts";
import type { Store } from "./store.ts";
import type { SeenRemoval } from "./testing/storeroom-process.ts";

type Place = { dataDir: string; database?: string };

/** The pieces of each article on the shelf at first. Two users together want more. */
const pieces = 100;
const articleCount = 5;
const scansPerUser = 400;

/** Makes a stock with a shelf, an inbox that takes from it, and pieces of each article. */
async function openStoreroom(place: Place): Promise<Store> {
  const store = await openStore({ database: undefined, ...place });
  await store.addInbox({ name: "storeroom", open: false });
  await store.addRegister({ name: "parts", kind: "stock", rules: {} });
  await store.bindInbox("storeroom", { register: "parts", action: "remove", answer: "negotiated" });
  const { id: register } = (await store.registers())[0]!;
  const shelf = { keys: ["t:P-A"], label: "Shelf", role: "place" as const, fields: {} };
  const articles = Array.from({ length: articleCount }, (_, n) => ({
    ...{ keys: [`t:A-${n}`], label: `Article ${n}`, fields: {} },
  }));
  await store.importEntries(register, [shelf, ...articles], { label: "first", dry: false });
  const [{ id: at } = { id: 0 }, ...entries] = await store.entries(register, { limit: 100 });
  for (const { id } of entries) {
    await store.append({
      ...{ inbox: "storeroom", body: "{}", receivedAt: new Date() },
      scan: { identifier: `fill ${id}`, date: "2026-11-22T20:00:00Z", content: "fill" },
      request: {
        ...{ kind: "act", register, entry: id, action: "add", place: at },
        quantity: pieces * 1000,
      },
    });
  }
  return store;
}

/** Starts a process that removes pieces once it is told to. `seen` grows with every verdict. */
async function openUser({ dataDir, database = "" }: Place, user: string) {
  const file = fileURLToPath(new URL("./testing/storeroom-process.ts", import.meta.url));
  const args = [dataDir, database, user, ...[scansPerUser, articleCount].map(String)];
  const child: ChildProcess = fork(file, args, { execArgv: [] });
  await once(child, "message");
  const seen: SeenRemoval[] = [];
  child.on("message", (removal: SeenRemoval) => void seen.push(removal));
  const ended = once(child, "close");
  return { child, seen, ended, letGo: () => child.send("go") };
}

/** Reads the journal, and expects the quantities to be what its movements add up to. */
async function readJournal(store: Store) {
  const { id } = (await store.registers())[0]!;
  const journal = await store.movements(id, { limit: 100_000 });
  for (const { id: entry, stock = [] } of await store.entries(id, { limit: 100 })) {
    const deltas = journal.map((movement) =>
      movement.entry === entry ? (movement.delta ?? 0) : 0,
    );
    const quantity = stock[0]?.quantity ?? 0;
    expect(quantity).toBe(deltas.reduce((sum, delta) => sum + delta, 0));
    expect(quantity).toBeGreaterThanOrEqual(0);
  }
  return new Map(journal.map((movement) => [movement.id, movement]));
}

/** Expects that two users together took every piece once. */
function expectAllTaken(seen: readonly SeenRemoval[]): void {
  const codes = seen.map(({ code }) => code);
  const taken = codes.filter((code) => code === "removed");
  expect(taken).toHaveLength(articleCount * pieces);
  expect(codes.filter((code) => code === "not-enough")).toHaveLength(
    2 * scansPerUser - articleCount * pieces,
  );
}

/** How often a process is killed while it gives verdicts. */
const kills = Number(process.env.REGISTER_KILLS ?? 2);
if (kills < 50)
  console.log(`Shortened: ${kills} of 50 kills of a stock, unless REGISTER_KILLS=50 is set.`);
if (whyNoPostgres !== undefined) console.log(`Skipped on PostgreSQL: ${whyNoPostgres}.`);

describe("a stock on SQLite", () => {
  const withFolder = async (work: (place: Place) => Promise<void>) => {
    const dataDir = await mkdtemp(join(tmpdir(), "scanhook-shelves-"));
    await work({ dataDir });
    await rm(dataDir, { recursive: true });
  };

  it("gives each piece once, though two processes take them at the same time", async () => {
    await withFolder(async (place) => {
      const store = await openStoreroom(place);
      const users = [await openUser(place, "ada"), await openUser(place, "bob")];
      for (const { letGo } of users) letGo();
      await Promise.all(users.map(({ ended }) => ended));
      expectAllTaken(users.flatMap(({ seen }) => seen));
      await readJournal(store);
      await store.close();
    });
  });

  it("has every verdict in its journal that was seen before its process was killed", async () => {
    await withFolder(async (place) => {
      await (await openStoreroom(place)).close();
      for (let round = 1; round <= kills; round++) {
        const user = await openUser(place, `user ${round}`);
        user.letGo();
        await expect.poll(() => user.seen.length).toBeGreaterThan((round * 90) % 300);
        user.child.kill("SIGKILL");
        await user.ended;
        const store = await openStore({ database: undefined, ...place });
        const journal = await readJournal(store);
        for (const { movement, code } of user.seen)
          expect(journal.get(movement)).toMatchObject({ code, door: `user ${round}` });
        await store.close();
      }
    });
  });
});

/** Ends, applies or takes back a round in a process that is killed in the middle of it. */
async function killWithin(
  { dataDir }: Place,
  store: Store,
  { register, round, step }: { register: number; round: number; step: "end" | "apply" | "undo" },
): Promise<void> {
  const file = fileURLToPath(new URL("./testing/round-process.ts", import.meta.url));
  const child = fork(file, [dataDir, `${register}`, `${round}`, step], { execArgv: [] });
  await once(child, "message");
  const read = async () => (await store.rounds(register, { id: round, limit: 1 }))[0]!;
  const { unbooked, differences } = await read();
  child.send("go");
  for (;;) {
    const now = await read();
    const isChanged = now.unbooked !== unbooked || now.differences.missing !== differences.missing;
    if (isChanged || child.exitCode !== null) break;
  }
  const ended = once(child, "close");
  child.kill("SIGKILL");
  if (child.exitCode === null) await ended;
}

describe("a round on SQLite", () => {
  it("is completed by the same act after the hub was killed in the middle of it", async () => {
    const articles = 1200;
    const dataDir = await mkdtemp(join(tmpdir(), "scanhook-rounds-"));
    const store = await openStoreroom({ dataDir });
    const { id: register } = (await store.registers())[0]!;
    const list = Array.from({ length: articles }, (_, n) => ({
      ...{ keys: [`t:B-${n}`], label: `Other ${n}`, fields: {} },
    }));
    await store.importEntries(register, list, { label: "second", dry: false });
    const send = (content: string) =>
      store.append({
        ...{ inbox: "storeroom", user: "ada", body: "{}", receivedAt: new Date() },
        scan: { identifier: content, date: new Date().toISOString(), content },
        request: { kind: "scan" },
      });
    const act = async (action: "add" | "count") => {
      await store.bindInbox("storeroom", { register: "parts", action, answer: "negotiated" });
      await send("P-A");
    };
    await act("add");
    await Promise.all(list.map(({ keys }) => send(keys[0]!.slice(2))));
    const round = (await store.beginRound(register, { blind: false, recount: false })) as number;
    await act("count");
    const total = async () => {
      const entries = await store.entries(register, { limit: 10_000 });
      return entries.reduce((sum, { stock = [] }) => sum + (stock[0]?.quantity ?? 0), 0) / 1000;
    };
    const before = await total();
    expect(before).toBe(articles + articleCount * pieces);
    const part = { register, round };
    await killWithin({ dataDir }, store, { ...part, step: "end" });
    await store.endRound(register, round);
    const [ended] = await store.rounds(register, { id: round, limit: 1 });
    expect(ended).toMatchObject({ differences: { missing: articles + articleCount } });
    await killWithin({ dataDir }, store, { ...part, step: "apply" });
    await store.applyRound(register, round, "by hand");
    expect(await total()).toBe(0);
    await killWithin({ dataDir }, store, { ...part, step: "undo" });
    await store.undoRound(register, round, "by hand");
    expect(await total()).toBe(before);
    await store.close();
    await rm(dataDir, { recursive: true });
  });
});

describe.skipIf(whyNoPostgres !== undefined)("a stock on PostgreSQL", () => {
  let postgres: TestPostgres;
  let dataDir: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    dataDir = await mkdtemp(join(tmpdir(), "scanhook-shelves-"));
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it("gives each piece once at two hubs, though one of them is stopped for a while", async () => {
    const place = { dataDir, database: await postgres.createDatabase() };
    const store = await openStoreroom(place);
    const [ada, bob] = [await openUser(place, "ada"), await openUser(place, "bob")];
    ada.letGo();
    bob.letGo();
    await expect.poll(() => ada.seen.length).toBeGreaterThan(50);
    ada.child.kill("SIGSTOP");
    await bob.ended;
    ada.child.kill("SIGCONT");
    await ada.ended;
    expectAllTaken([...ada.seen, ...bob.seen]);
    await readJournal(store);
    await store.close();
  });
});
