import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../scripts/testing/small-disk.ts";
import type { Verdict } from "../registers/verdict.ts";
import { openStore } from "./open.ts";
import { startPostgres, type TestPostgres, whyNoPostgres } from "./postgres/testing/postgres.ts";
import { openStore as openSqlite } from "./sqlite/open.ts";
import type { Arrival, Store } from "./store.ts";
import { answersTo, fillCare, scanOf } from "./testing/care-acts.ts";
import type { CareTask, SeenCare } from "./testing/care-process.ts";

type Place = { dataDir: string; database?: string };

const thingCount = 40;
const codes = Array.from({ length: thingCount }, (_, n) => `T-${n}`);

async function openCare(place: Place): Promise<Store> {
  const store = await openStore({ database: undefined, ...place });
  await fillCare(store, thingCount);
  return store;
}

async function findRegister(store: Store, name: "tools" | "checks"): Promise<number> {
  return (await store.registers()).find((register) => register.name === name)!.id;
}

/** Scans every thing for an inspection. Resolves to the movements that ask. */
async function askAll(store: Store): Promise<number[]> {
  const appended = await Promise.all(codes.map((code) => store.append(scanOf("round", code))));
  return appended.map(({ verdict }) => verdict!.movement);
}

/** Starts a process for a task. `seen` grows with every verdict, and `ended` is its end. */
async function start({ dataDir, database = "" }: Place) {
  const file = fileURLToPath(new URL("./testing/care-process.ts", import.meta.url));
  const child = fork(file, [dataDir, database], { execArgv: [] });
  await once(child, "message");
  const seen: SeenCare[] = [];
  child.on("message", (verdict: SeenCare) => void seen.push(verdict));
  const ended = once(child, "close");
  return { seen, ended, send: (task: CareTask) => child.send(task) };
}

/** Appends arrivals twice. Expects the verdicts of both times to be the same. */
async function appendTwice(store: Store, arrivals: Arrival[]) {
  const first = await Promise.all(arrivals.map((arrival) => store.append(arrival)));
  for (const [n, arrival] of arrivals.entries()) {
    const { verdict, repeat } = await store.append(arrival);
    expect({ verdict, repeat }).toEqual({ verdict: first[n]!.verdict, repeat: true });
  }
  return first;
}

async function readJournal(store: Store, name: "tools" | "checks") {
  return store.movements(await findRegister(store, name), { limit: 10_000 });
}

function specifyFaults(open: () => Promise<Place>): void {
  let place: Place;
  let store: Store;
  beforeEach(async () => {
    place = await open();
    store = await openCare(place);
  });
  afterEach(async () => {
    await store.close();
    await rm(place.dataDir, { recursive: true });
  });

  it("lends each thing once if the hub is killed before it tells the verdicts", async () => {
    const { send, ended } = await start(place);
    send({ mode: "killed", user: "ben", cable: "pass", lends: codes });
    await ended;
    const before = await readJournal(store, "tools");
    const arrivals = codes.map((code) => scanOf("desk", code));
    const again = await appendTwice(store, arrivals);
    expect(again.map(({ verdict }) => verdict!.code)).toEqual(codes.map(() => "lent"));
    expect(again.filter(({ repeat }) => repeat).length).toBeGreaterThan(0);
    const journal = await readJournal(store, "tools");
    expect(journal.slice(-before.length)).toEqual(before);
    const lent = journal.filter(({ code }) => code === "lent");
    expect(new Set(lent.map(({ entry }) => entry)).size).toBe(thingCount);
    expect(lent).toHaveLength(thingCount);
  });

  it("keeps each answer once if the hub is killed before it tells the verdicts", async () => {
    const register = await findRegister(store, "checks");
    const answers = await askAll(store);
    const { send, ended } = await start(place);
    send({ mode: "killed", user: "ben", cable: "fail", register, answers });
    await ended;
    const arrivals = answers.map((movement) => answersTo(register, movement, { cable: "fail" }));
    const again = await appendTwice(store, arrivals);
    expect(again.map(({ verdict }) => verdict!.code)).toEqual(answers.map(() => "failed"));
    expect(again.filter(({ repeat }) => repeat).length).toBeGreaterThan(0);
    const answered = (await readJournal(store, "checks")).flatMap((each) => each.answered ?? []);
    expect(answered.sort((a, b) => a - b)).toEqual(answers);
  });

  it("takes the answers of one of two hubs that answer the same questions at the same time", async () => {
    const register = await findRegister(store, "checks");
    const answers = await askAll(store);
    const hubs = [await start(place), await start(place)];
    const task = { mode: "reports", register, answers } as const;
    hubs[0]!.send({ ...task, user: "ada", cable: "pass" });
    hubs[1]!.send({ ...task, user: "bob", cable: "fail" });
    await Promise.all(hubs.map(({ ended }) => ended));
    const seen = hubs.map((hub) => hub.seen.map(({ code }) => code));
    const count = (all: string[], code: string) => all.filter((each) => each === code).length;
    const [passed, failed] = [count(seen[0]!, "passed"), count(seen[1]!, "failed")];
    expect(passed + failed).toBe(thingCount);
    expect(count(seen.flat(), "answered-already")).toBe(thingCount);
    const journal = await readJournal(store, "checks");
    const kept = journal.filter(({ answered }) => answered !== undefined);
    expect(kept.map(({ answered }) => answered).sort()).toEqual(answers.toSorted());
    for (const { door, code } of kept) expect(code).toBe(door === "ada" ? "passed" : "failed");
  });
}

const makeFolder = () => mkdtemp(join(tmpdir(), "scanhook-care-"));

if (whyNoSmallDisk) console.log(`Skipped with a full disk: ${whyNoSmallDisk}.`);
if (whyNoPostgres !== undefined) console.log(`Skipped on PostgreSQL: ${whyNoPostgres}.`);

describe("loans and inspections on SQLite", () => {
  specifyFaults(async () => ({ dataDir: await makeFolder() }));

  it.skipIf(whyNoSmallDisk)(
    "keep every answer that they told, and no other, on a full disk (needs root)",
    async () => {
      const dataDir = await makeFolder();
      const disk = mountSmallDisk(dataDir, "2m");
      try {
        const store = await openCare({ dataDir });
        const register = await findRegister(store, "checks");
        const asked = await askAll(store);
        const body = JSON.stringify("x".repeat(80_000));
        const toAnswers = (movement: number) => ({
          ...answersTo(register, movement, { cable: "pass", note: "n".repeat(2000) }),
          body,
        });
        const told = new Map<number, Verdict>();
        for (const movement of asked)
          await store.append(toAnswers(movement)).then(
            ({ verdict }) => told.set(movement, verdict!),
            (error) => expect(error).toMatchObject({ problem: "full" }),
          );
        expect(told.size).toBeGreaterThan(0);
        expect(told.size).toBeLessThan(asked.length);
        const kept = (await readJournal(store, "checks")).flatMap((each) => each.answered ?? []);
        expect(kept.toSorted()).toEqual([...told.keys()].toSorted());
        disk.grow("40m");
        for (const movement of asked) {
          const { verdict, repeat } = await store.append(toAnswers(movement));
          expect(verdict).toMatchObject({ code: "passed" });
          expect(repeat).toBe(told.has(movement));
          if (repeat) expect(verdict).toEqual(told.get(movement));
        }
        await store.close();
      } finally {
        disk[Symbol.dispose]();
        await rm(dataDir, { recursive: true });
      }
    },
  );

  it("lend and take answers though the clock is set back and forth", async () => {
    const dataDir = await makeFolder();
    const noon = Date.parse("2026-11-29T12:00:00Z");
    let time = noon;
    const store = await openSqlite(dataDir, { now: () => new Date(time) });
    await fillCare(store, thingCount);
    await store.append(scanOf("desk", "ADA"));
    time -= 60_000;
    expect((await store.append(scanOf("desk", "T-1"))).verdict).toMatchObject({ code: "lent" });
    time -= 3_600_000;
    const { verdict } = await store.append(scanOf("desk", "T-2"));
    expect(verdict).toMatchObject({ code: "no-holder" });
    const asked = (await store.append(scanOf("round", "T-1"))).verdict!;
    const register = await findRegister(store, "checks");
    time += 86_400_000;
    const other = (await store.append(scanOf("round", "T-1", "ada"))).verdict!;
    await store.append(answersTo(register, other.movement, { cable: "fail", user: "ada" }));
    time -= 2 * 86_400_000;
    const passed = await store.append(answersTo(register, asked.movement, { cable: "pass" }));
    expect(passed.verdict).toMatchObject({ code: "inspected-meanwhile" });
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it("have no name of a person in any file once these are emptied", async () => {
    const dataDir = await makeFolder();
    const store = await openCare({ dataDir });
    const contents = async () => {
      const files = await readdir(dataDir);
      const read = files.map((file) => readFile(join(dataDir, file), "latin1"));
      return (await Promise.all(read)).join();
    };
    await lendToGuests(store);
    expect(await contents()).toContain("Zyzzyva");
    await emptyGala(store);
    expect(await contents()).not.toContain("Zyzzyva");
    await store.close();
    expect(await contents()).not.toContain("Zyzzyva");
    await rm(dataDir, { recursive: true });
  });
});

describe.skipIf(whyNoPostgres !== undefined)("loans and inspections on PostgreSQL", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const openPlace = async () => ({
    dataDir: await makeFolder(),
    database: await postgres.createDatabase(),
  });
  specifyFaults(openPlace);

  it("have no name of a person in any table once these are emptied", async () => {
    const place = await openPlace();
    const store = await openCare(place);
    await lendToGuests(store);
    const client = new Client({ connectionString: place.database });
    await client.connect();
    const findNames = async () => {
      const tables = await client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_stat_user_tables ORDER BY relname",
      );
      const found: string[] = [];
      for (const { name } of tables.rows) {
        const { rows } = await client.query(
          `SELECT FROM "${name}" AS row WHERE row::text ILIKE '%Zyzzyva%' LIMIT 1`,
        );
        if (rows.length > 0) found.push(name);
      }
      return found;
    };
    expect(await findNames()).toEqual(["entries", "movements"]);
    await emptyGala(store);
    expect(await findNames()).toEqual([]);
    await client.end();
    await store.close();
    await rm(place.dataDir, { recursive: true });
  });
});

/** Lends things to two guests, and hands one over, so that names are in replies and answers. */
async function lendToGuests(store: Store): Promise<void> {
  await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
  const { id } = (await store.registers()).find(({ name }) => name === "gala")!;
  const guests = ["G-1", "G-2"].map((code) => ({
    ...{ keys: [`t:${code}`], label: `Zyzzyva ${code}`, fields: {} },
  }));
  await store.importEntries(id, guests, { label: "guests", dry: false });
  await store.addRegister({
    ...{ name: "club", kind: "loans", rules: {}, entriesFrom: "tools", peopleFrom: "gala" },
  });
  await store.bindInbox("desk", { register: "club", action: "lend", answer: "negotiated" });
  for (const code of ["G-1", "T-1", "T-2", "G-2"]) await store.append(scanOf("desk", code));
  const again = {
    ...scanOf("desk", "T-1"),
    scan: { ...scanOf("desk", "T-1").scan, identifier: "" },
  };
  const { verdict } = await store.append(again);
  expect(verdict).toMatchObject({ code: "lent-to-other" });
  const { id: register } = (await store.registers()).find(({ name }) => name === "club")!;
  const request = { kind: "answer", register, movement: verdict!.movement } as const;
  const handed = await store.append({
    ...answersTo(register, verdict!.movement, { cable: "pass" }),
    request: { ...request, answers: { "hand-over": "yes" }, inbox: "desk" },
  });
  expect(handed.verdict).toMatchObject({ code: "handed-over" });
  const [movement] = await store.movements(register, { limit: 1 });
  expect(JSON.stringify(movement!.answers)).toContain("Zyzzyva");
}

async function emptyGala(store: Store): Promise<void> {
  const { id } = (await store.registers()).find(({ name }) => name === "gala")!;
  expect(await store.emptyRegister(id)).toBe(2);
}
