import type { DatabaseSync } from "node:sqlite";
import { overwriteDeleted, type Sql, type SqlPart, type SqlValue, type Steps } from "../sql/sql.ts";
import { erasing, prepared } from "./database.ts";

/**
 * Runs the statements of a query and returns its result. Call it inside a transaction if the query
 * writes.
 */
export function runSteps<Result>(db: DatabaseSync, steps: Steps<Result>): Result {
  const run = (): Result => {
    let step = steps.next([]);
    while (!step.done) {
      if (step.value === overwriteDeleted) return erasing(db, run);
      const values: (string | number | null)[] = [];
      const text = toText(step.value, values);
      step = steps.next(text === "" ? [] : prepared(db, text).all(...values));
    }
    return step.value;
  };
  return run();
}

/** Converts the queries of a module to functions that take a connection. */
export function onConnection<Module extends object>(module: Module): OnConnection<Module> {
  const entries = Object.entries(module).map(([name, query]) => [
    name,
    (db: DatabaseSync, ...args: unknown[]) => runSteps(db, query(...args)),
  ]);
  return Object.fromEntries(entries);
}

type OnConnection<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: infer Args) => Steps<infer Result>
    ? (db: DatabaseSync, ...args: Args) => Result
    : never;
};

/** Returns the text of a statement, and adds its values to `values`. */
function toText({ parts }: Sql, values: (string | number | null)[]): string {
  const toPartText = (part: SqlPart): string => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "value":
        values.push(toStored(part.value));
        return "?";
      case "one-of":
        values.push(JSON.stringify(part.values));
        return "IN (SELECT value FROM json_each(?))";
      case "rows": {
        values.push(JSON.stringify(part.rows));
        const columns = Object.keys(part.columns).map((name) => `value ->> '${name}' AS ${name}`);
        return `(SELECT ${columns.join(", ")} FROM json_each(?)) AS input`;
      }
      case "per-database":
        return toText(part.sqlite, values);
    }
  };
  return parts.map(toPartText).join("");
}

/** SQLite stores booleans as 0 and 1. */
function toStored(value: SqlValue): string | number | null {
  return typeof value === "boolean" ? Number(value) : (value ?? null);
}
