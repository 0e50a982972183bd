import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrate } from "./migrate.ts";
import { queries } from "./queries.ts";

/** Returns how SQLite reads the tables for a query. */
function explain(run: (db: DatabaseSync) => unknown): string[] {
  const db = new DatabaseSync(":memory:");
  migrate(db, () => new Date());
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    statements.push(sql);
    return prepare(sql);
  };
  run(db);
  const steps = statements.flatMap((sql) =>
    prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array<null>(sql.split("?").length - 1).fill(null))
      .map(({ detail }) => String(detail)),
  );
  db.close();
  return steps;
}

it("counts the refusals of a register without reading the rest of its journal", () => {
  expect(explain((db) => queries.countRefused(db, 1))).toStrictEqual([
    "SEARCH movements USING COVERING INDEX movements_refused (register=?)",
  ]);
});

it("reads of the deliveries only the oldest pending one of each destination", () => {
  const reads = explain((db) => queries.deliveryCounts(db)).filter((step) =>
    / deliveries/.test(step),
  );
  expect(reads).toStrictEqual([
    "SEARCH deliveries USING INDEX deliveries_state (destination=? AND state=?)",
  ]);
});
