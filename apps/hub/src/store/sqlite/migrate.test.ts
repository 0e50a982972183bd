import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StoreUnavailable } from "../unavailable.ts";
import { migrate } from "./migrate.ts";

const now = () => new Date("2026-05-12T14:23:01.000Z");

let dir: string;
let folder: URL;
let db: DatabaseSync;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "scanhook-migrate-"));
  folder = pathToFileURL(`${dir}/`);
  db = new DatabaseSync(join(dir, "test.db"));
});
afterEach(async () => {
  db.close();
  await rm(dir, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(new URL(name, folder), sql);
const tables = () =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);
const recorded = () =>
  db
    .prepare("SELECT number, name, applied_at FROM migrations ORDER BY number")
    .all()
    .map((row) => Object.values(row));

it("applies numbered files in order, each once, and records when", async () => {
  await write("0002_b.sql", "ALTER TABLE a RENAME TO b;");
  await write("0001_a.sql", "CREATE TABLE a (x); INSERT INTO a VALUES (1);");
  await write("README.md", "not SQL");
  migrate(db, now, folder);
  migrate(db, now, folder);
  await write("0010_c.sql", "CREATE TABLE c (x)");
  migrate(db, now, folder);
  expect(tables()).toStrictEqual(["b", "c", "migrations"]);
  expect(recorded()).toStrictEqual([
    [1, "0001_a.sql", now().getTime()],
    [2, "0002_b.sql", now().getTime()],
    [10, "0010_c.sql", now().getTime()],
  ]);
});

it("undoes a file that fails, and keeps the earlier ones", async () => {
  await write("0001_a.sql", "CREATE TABLE a (x);");
  await write("0002_b.sql", "CREATE TABLE b (x); INSERT INTO nowhere VALUES (1);");
  expect(() => migrate(db, now, folder)).toThrow(/nowhere/);
  expect(tables()).toStrictEqual(["a", "migrations"]);
  expect(recorded()).toHaveLength(1);
  await write("0002_b.sql", "CREATE TABLE b (x);");
  migrate(db, now, folder);
  expect(tables()).toStrictEqual(["a", "b", "migrations"]);
});

it("refuses a database of a newer release, and says what to do", async () => {
  await write("0001_a.sql", "CREATE TABLE a (x);");
  migrate(db, now, folder);
  db.exec("INSERT INTO migrations VALUES (7, '0007_future.sql', 0)");
  expect(() => migrate(db, now, folder)).toThrow(StoreUnavailable);
  expect(() => migrate(db, now, folder)).toThrow(
    /newer Scanhook.*0007_future\.sql.*Start that version/,
  );
});
