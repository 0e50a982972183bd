import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "./postgres/database.ts";
import {
  migrate as migratePostgres,
  migrationsFolder as postgresFolder,
} from "./postgres/migrate.ts";
import { openPostgresStore } from "./postgres/open.ts";
import { createSessions } from "./postgres/sessions.ts";
import { runSql, whyNoPostgres } from "./postgres/testing/postgres.ts";
import { sharePostgres } from "./postgres/testing/shared-postgres.ts";
import { migrate, migrationsFolder } from "./sqlite/migrate.ts";
import { databaseName, openStore } from "./sqlite/open.ts";
import type { Store } from "./store.ts";
import { person } from "./testing/lending.ts";
import { toArrival } from "./testing/subject.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-loans-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** Makes a folder with the migrations before that of loans. */
async function copyEarlier(from: URL, loans: string): Promise<URL> {
  const folder = pathToFileURL(`${dir}/`);
  const names = (await readdir(from)).filter((name) => /^\d{4}_/.test(name) && name < loans);
  for (const name of names) await copyFile(new URL(name, from), new URL(name, folder));
  return folder;
}

/** A stock with a shelf, a number card and screws, of which seven are on the shelf. */
const stock = `
  INSERT INTO inboxes (name, open, created_at) VALUES ('add', FALSE, 0);
  INSERT INTO registers (id, name, kind, rules, created_at) VALUES (1, 'parts', 'stock', '{}', 0);
  INSERT INTO counters (register) VALUES (1);
  INSERT INTO bindings (inbox, register, action, answer) VALUES ('add', 1, 'add', 'negotiated');
  INSERT INTO entries (id, register, label, folded, fields, role, amount) VALUES
    (1, 1, 'Shelf', 'shelf', '{}', 'place', NULL), (2, 1, '12', '12', '{}', 'number', 12000),
    (3, 1, 'Screws', 'screws', '{}', NULL, NULL);
  INSERT INTO entry_keys (register, key, folded, entry) VALUES
    (1, 't:P-A', 'p-a', 1), (1, 't:N-12', 'n-12', 2), (1, 't:SCREW', 'screw', 3);
  INSERT INTO states
    (register, entry, place, status, quantity, since, door, uses, version, effective)
  VALUES (1, 3, 1, 'booked', 7000, 0, 'ada', 0, 1, 1);`;

async function expectStock(store: Store): Promise<void> {
  try {
    const [parts] = await store.registers();
    const read = (role: "place" | "number" | "article" | "person") =>
      store.entries(parts!.id, { role, limit: 9 });
    expect(await read("place")).toMatchObject([{ id: 1, label: "Shelf", role: "place" }]);
    expect(await read("number")).toMatchObject([{ id: 2, role: "number", amount: 12_000 }]);
    expect(await read("article")).toMatchObject([{ id: 3, stock: [{ quantity: 7000 }] }]);
    expect(await store.countStock(parts!.id)).toMatchObject({ places: 1, numbers: 1, people: 0 });
    for (const content of ["P-A", "N-12", "SCREW"]) {
      const scan = { identifier: content, content, inbox: "add", user: "ada" };
      await store.append(toArrival({ ...scan, request: { kind: "scan" } }));
    }
    expect(await read("article")).toMatchObject([{ stock: [{ place: 1, quantity: 19_000 }] }]);
    const added = await store.addEntry(parts!.id, person("ADA", "Ada Lovelace"));
    expect(await read("person")).toMatchObject([{ ...(added as object), label: "Ada Lovelace" }]);
  } finally {
    await store.close();
  }
}

it("keeps the roles of a stock on SQLite, and finds them by their index", async () => {
  const path = join(dir, databaseName);
  const db = new DatabaseSync(path);
  migrate(db, () => new Date(0), await copyEarlier(migrationsFolder, "0021_loans.sql"));
  db.exec(stock);
  db.close();
  await expectStock(await openStore(dir));
  using migrated = new DatabaseSync(path);
  const plan = migrated
    .prepare("EXPLAIN QUERY PLAN SELECT id FROM entries WHERE register = 1 AND role = 'place'")
    .all();
  expect(JSON.stringify(plan)).toContain("entries_role");
  expect(() => migrated.exec("UPDATE entries SET role = 'ghost' WHERE id = 1")).toThrow(/CHECK/);
  expect(migrated.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
});

describe.skipIf(whyNoPostgres)("on the shared server", () => {
  it("keeps the roles of a stock on PostgreSQL, with their index", async () => {
    const postgres = await sharePostgres();
    const url = await postgres.createDatabase();
    const database = openDatabase(url, 1, { sessions: createSessions(5000) });
    await migratePostgres(
      database,
      { now: () => new Date(0) },
      await copyEarlier(postgresFolder, "0020_loans.sql"),
    );
    await runSql(url, stock);
    await runSql(url, "SELECT setval('entries_id_seq', 3)");
    await expectStock(await openPostgresStore(url));
    const indexes = await database.query<{ indexname: string }>(
      "SELECT indexname FROM pg_indexes WHERE tablename = 'entries'",
    );
    expect(indexes).toContainEqual({ indexname: "entries_role" });
    await expect(runSql(url, "UPDATE entries SET role = 'ghost' WHERE id = 1")).rejects.toThrow();
    await database.close();
    await postgres.dropDatabase(url);
  });
});
