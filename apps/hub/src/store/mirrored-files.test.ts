import { readdirSync } from "node:fs";
import { expect, it } from "vitest";

// The README says why these files exist in only one store.
const onlySqlite = [
  "arrival-cells.ts",
  "beginnings.ts",
  "clock-steps.ts",
  "erase-words.ts",
  "fts5-terms.ts",
  "indexing.ts",
  "reader.ts",
  "recent-contents.ts",
  "tag-counts.ts",
  "thread.ts",
  "writer.ts",
];
const onlyPostgres = [
  "password-file.ts",
  "read-ledger.ts",
  "sessions.ts",
  "stored-text.ts",
  "tracked-ledger.ts",
];

function listFiles(folder: "sqlite" | "postgres" | "sql"): string[] {
  return readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .sort();
}

it("uses the same file names in both stores, except for the named ones", () => {
  const sqlite = listFiles("sqlite");
  const postgres = listFiles("postgres");
  expect(sqlite.filter((file) => !postgres.includes(file))).toStrictEqual(onlySqlite);
  expect(postgres.filter((file) => !sqlite.includes(file))).toStrictEqual(onlyPostgres);
});

it("has queries with one text in sql/, and the others in both stores", () => {
  const stores = new Set([...listFiles("sqlite"), ...listFiles("postgres")]);
  expect(listFiles("sql").filter((file) => stores.has(file))).toStrictEqual(["queries.ts"]);
});
