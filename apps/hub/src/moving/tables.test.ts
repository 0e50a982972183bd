import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrate } from "../store/sqlite/migrate.ts";
import { tables } from "./tables.ts";

/** Tables that PostgreSQL fills itself or does not need. Deleted scans are not moved. */
const excluded = {
  tables: [
    "deleted_scans",
    "fingerprints",
    "indexing",
    "migrations",
    "nodes",
    "owner",
    "sqlite_sequence",
  ],
  columns: ["tags.id", "deliveries.node"],
};

it("moves every table and column that the store on SQLite has", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db, () => new Date());
  const stored = db
    .prepare(
      `SELECT schema.name AS "table", columns.name AS "column"
       FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS columns
       WHERE schema.type = 'table' AND schema.name NOT LIKE '%\\_words%' ESCAPE '\\'`,
    )
    .all()
    .filter(({ table }) => !excluded.tables.includes(String(table)))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !excluded.columns.includes(name));
  const moved = tables.flatMap(({ name, columns }) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  );
  expect(moved.sort()).toStrictEqual(stored.sort());
  db.close();
});

it("moves each table after those it references, and its key consists of moved columns", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db, () => new Date());
  const moved = new Set<string>();
  for (const { name, key, columns } of tables) {
    for (const column of key) expect(columns, name).toHaveProperty(column);
    const referencedTables = db
      .prepare(`SELECT "table" FROM pragma_foreign_key_list('${name}')`)
      .all();
    // Rows are moved by id, and a register borrows only from an older one.
    for (const { table } of referencedTables) expect([...moved, name], name).toContain(table);
    moved.add(name);
  }
  db.close();
});
