import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountSmallDisk, whyNoSmallDisk } from "../../../../scripts/testing/small-disk.ts";
import type { Verdict } from "../registers/verdict.ts";
import { openStore } from "./open.ts";
import {
  hasOwnPostgres,
  startPostgres,
  type TestPostgres,
  whyNoPostgres,
} from "./postgres/testing/postgres.ts";
import type { Store } from "./store.ts";
import type { SeenVerdict } from "./testing/door-process.ts";

type Place = { dataDir: string; database?: string };

/** Creates a register with the guests T-0, T-1, … and an inbox that feeds it. */
async function openGala(place: Place, guests: number): Promise<Store> {
  const store = await openStore({ database: undefined, ...place });
  await store.addInbox({ name: "door", open: false });
  await store.addRegister({ name: "gala", kind: "check-in", rules: {} });
  await store.bindInbox("door", { register: "gala", action: "in", answer: "negotiated" });
  const [gala] = await store.registers();
  const rows = Array.from({ length: guests }, (_, n) => ({
    ...{ keys: [`t:T-${n}`], label: `Quendolyn Xylander ${n}`, fields: {} },
  }));
  await store.importEntries(gala!.id, rows, { label: "first", dry: false });
  return store;
}

/**
 * Starts a process that checks in the guests at a door once it is told to. `seen` grows with every
 * verdict.
 */
async function openDoor({ dataDir, database = "" }: Place, door: string, guests: number) {
  const file = fileURLToPath(new URL("./testing/door-process.ts", import.meta.url));
  const args = [dataDir, database, door, String(guests)];
  const child: ChildProcess = fork(file, args, { execArgv: [] });
  await once(child, "message");
  const seen: SeenVerdict[] = [];
  child.on("message", (verdict: SeenVerdict) => void seen.push(verdict));
  const ended = once(child, "close");
  return { child, seen, ended, letGo: () => child.send("go") };
}

/** Scans a guest. A second call for the same guest repeats the same scan. */
async function appendAt(store: Store, guest: number, body = "{}"): Promise<Verdict> {
  const { verdict } = await store.append({
    ...{ inbox: "door", user: "north", body, receivedAt: new Date() },
    scan: { identifier: `scan ${guest}`, date: "2026-11-22T20:00:00Z", content: `T-${guest}` },
    request: { kind: "scan" },
  });
  return verdict!;
}

async function readJournal(store: Store) {
  const [gala] = await store.registers();
  const journal = await store.movements(gala!.id, { limit: 100_000 });
  const admissions = journal.filter(({ code }) => code === "checked-in");
  expect(new Set(admissions.map(({ entry }) => entry)).size).toBe(admissions.length);
  expect(gala!.inside).toBe(admissions.length);
  expect(gala!.admitted).toBe(admissions.length);
  return new Map(journal.map((movement) => [movement.id, movement]));
}

/** Expects that one scan of each guest was admitted and the other was refused. */
function expectOneAdmission(seen: SeenVerdict[], guests: number): void {
  const codes = Map.groupBy(seen, ({ guest }) => guest);
  expect(codes.size).toBe(guests);
  for (const verdicts of codes.values())
    expect(verdicts.map(({ code }) => code).sort()).toStrictEqual(["already-in", "checked-in"]);
}

/** How often a process is killed while it gives verdicts. */
const kills = Number(process.env.REGISTER_KILLS ?? 3);
if (kills < 50)
  console.log(`Shortened: ${kills} of 50 kills of a register, unless REGISTER_KILLS=50 is set.`);

if (whyNoSmallDisk) console.log(`Skipped with a full disk: ${whyNoSmallDisk}.`);

describe("a register on SQLite", () => {
  const withFolder = async (work: (place: Place) => Promise<void>) => {
    const dataDir = await mkdtemp(join(tmpdir(), "scanhook-doors-"));
    await work({ dataDir });
    await rm(dataDir, { recursive: true });
  };

  it("admits each of 1,000 guests once, though two processes scan them at the same time", async () => {
    await withFolder(async (place) => {
      const store = await openGala(place, 1000);
      const doors = [await openDoor(place, "north", 1000), await openDoor(place, "south", 1000)];
      for (const { letGo } of doors) letGo();
      await Promise.all(doors.map(({ ended }) => ended));
      expectOneAdmission(
        doors.flatMap(({ seen }) => seen),
        1000,
      );
      expect((await readJournal(store)).size).toBe(2000);
      await store.close();
    });
  });

  it.skipIf(whyNoSmallDisk)(
    "gives no verdict that a full disk did not keep, and goes on once there is room (needs root)",
    async () => {
      await withFolder(async (place) => {
        const disk = mountSmallDisk(place.dataDir, "2m");
        try {
          const store = await openGala(place, 100);
          const seen: Verdict[] = [];
          const failed: number[] = [];
          const body = JSON.stringify("x".repeat(40_000));
          for (let guest = 0; guest < 100; guest++)
            await appendAt(store, guest, body).then(
              (verdict) => seen.push(verdict),
              (error) => {
                expect(error).toMatchObject({ problem: "full" });
                failed.push(guest);
              },
            );
          expect(failed.length).toBeGreaterThan(0);
          disk.grow("40m");
          for (const guest of failed) seen.push(await appendAt(store, guest, body));
          expect(seen.map(({ code }) => code)).toStrictEqual(seen.map(() => "checked-in"));
          expect((await readJournal(store)).size).toBe(100);
          await store.close();
        } finally {
          disk[Symbol.dispose]();
        }
      });
    },
  );

  it("has no name in any file that an import brought, once that is undone", async () => {
    await withFolder(async (place) => {
      const store = await openGala(place, 1000);
      const [gala] = await store.registers();
      const contents = async () => {
        const files = await readdir(place.dataDir);
        const read = files.map((file) => readFile(join(place.dataDir, file), "latin1"));
        return (await Promise.all(read)).join();
      };
      expect(await contents()).toContain("Xylander");
      expect(await store.undoImport(gala!.id)).toStrictEqual({
        removed: 1000,
        putBack: 0,
        left: 0,
      });
      expect(await contents()).not.toContain("Xylander");
      await store.close();
      expect(await contents()).not.toContain("Xylander");
    });
  });

  it("has every verdict in its journal that was seen before its process was killed", async () => {
    await withFolder(async (place) => {
      await (await openGala(place, 3000)).close();
      for (let round = 1; round <= kills; round++) {
        const door = await openDoor(place, `door ${round}`, 3000);
        door.letGo();
        // The process is killed at another moment in each round, long before the last guest.
        await expect.poll(() => door.seen.length).toBeGreaterThan((round * 150) % 1100);
        door.child.kill("SIGKILL");
        await door.ended;
        const store = await openStore({ database: undefined, ...place });
        const journal = await readJournal(store);
        for (const { movement, code, guest } of door.seen)
          expect(journal.get(movement)).toMatchObject({
            ...{ code, label: `Quendolyn Xylander ${guest}`, door: `door ${round}` },
          });
        await store.close();
      }
    });
  });
});

if (whyNoPostgres !== undefined) console.log(`Skipped on PostgreSQL: ${whyNoPostgres}.`);

describe.skipIf(whyNoPostgres !== undefined)("a register on PostgreSQL", () => {
  let postgres: TestPostgres;
  let dataDir: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    dataDir = await mkdtemp(join(tmpdir(), "scanhook-doors-"));
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  it("admits each of 1,000 guests once at two hubs, though one of them is stopped for a while", async () => {
    const place = { dataDir, database: await postgres.createDatabase() };
    const store = await openGala(place, 1000);
    const [north, south] = [
      await openDoor(place, "north", 1000),
      await openDoor(place, "south", 1000),
    ];
    north.letGo();
    south.letGo();
    await expect.poll(() => north.seen.length).toBeGreaterThan(50);
    north.child.kill("SIGSTOP");
    await south.ended;
    north.child.kill("SIGCONT");
    await north.ended;
    expectOneAdmission([...north.seen, ...south.seen], 1000);
    expect((await readJournal(store)).size).toBe(2000);
    await store.close();
  });

  it.skipIf(!hasOwnPostgres)(
    "gives a scan that was cut off by a crash of the server the verdict it has, or a first one",
    async () => {
      const place = { dataDir, database: await postgres.createDatabase() };
      const store = await openGala(place, 300);
      const append = (guest: number) => appendAt(store, guest);
      const guests = Array.from({ length: 300 }, (_, n) => n);
      const first = guests.map((guest) => append(guest).catch(() => undefined));
      await Promise.race(first);
      await postgres.kill();
      const seen = await Promise.all(first);
      await postgres.start();
      await expect.poll(() => append(0).then(({ code }) => code, String)).toBe("checked-in");
      for (const guest of guests) {
        const verdict = await append(guest);
        expect(verdict.code).toBe("checked-in");
        if (seen[guest]) expect(verdict).toStrictEqual(seen[guest]);
      }
      expect((await readJournal(store)).size).toBe(300);
      await store.close();
    },
  );

  it("has no name in any table once it is emptied", async () => {
    const database = await postgres.createDatabase();
    const store = await openGala({ dataDir, database }, 50);
    const [gala] = await store.registers();
    const [entry] = await store.entries(gala!.id, { limit: 1 });
    const request = { kind: "act", register: gala!.id, entry: entry!.id, action: "in" } as const;
    await store.append({
      ...{ inbox: "door", body: "{}", receivedAt: new Date(), request },
      scan: { identifier: "by hand", date: "2026-11-22T20:00:00Z", content: "in" },
    });
    // The names are then only in replies and in the undo information of the import.
    const rows = Array.from({ length: 50 }, (_, n) => ({
      ...{ keys: [`t:T-${n}`], label: `Guest ${n}`, fields: {} },
    }));
    await store.importEntries(gala!.id, rows, { label: "second", dry: false });
    const client = new Client({ connectionString: database });
    await client.connect();
    const findNames = async () => {
      const tables = await client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_stat_user_tables ORDER BY relname",
      );
      const found: string[] = [];
      for (const { name } of tables.rows) {
        const { rows } = await client.query(
          `SELECT FROM "${name}" AS row WHERE row::text ILIKE '%Xylander%' LIMIT 1`,
        );
        if (rows.length > 0) found.push(name);
      }
      return found;
    };
    expect(await findNames()).toEqual(["entries", "movements"]);
    await store.emptyRegister(gala!.id);
    expect(await findNames()).toEqual([]);
    await client.end();
    await store.close();
  });
});
