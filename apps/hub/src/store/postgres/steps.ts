import type { Sql, SqlPart, Steps } from "../sql/sql.ts";
import type { Query } from "./database.ts";
import { toBigint } from "./scans.ts";

/**
 * Runs the statements of a query and returns its result. Call it inside a transaction if the query
 * writes.
 */
export async function runSteps<Result>(query: Query, steps: Steps<Result>): Promise<Result> {
  let step = steps.next([]);
  while (!step.done) {
    const values: unknown[] = [];
    const text = toText(step.value, values);
    step = steps.next(text === "" ? [] : await query(text, values, step.value.name));
  }
  return step.value;
}

/** Converts the queries of a module to functions that take a connection. */
export function onConnection<Module extends object>(module: Module): OnConnection<Module> {
  const entries = Object.entries(module).map(([name, steps]) => [
    name,
    (query: Query, ...args: unknown[]) => runSteps(query, steps(...args)),
  ]);
  return Object.fromEntries(entries);
}

type OnConnection<Module> = {
  [Name in keyof Module]: Module[Name] extends (...args: infer Args) => Steps<infer Result>
    ? (query: Query, ...args: Args) => Promise<Result>
    : never;
};

/** Returns the text of a statement, and adds its values to `values`. */
function toText({ parts }: Sql, values: unknown[]): string {
  const toPartText = (part: SqlPart): string => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "value":
        return `$${values.push(toParameter(part.value))}`;
      case "one-of":
        return `= ANY ($${values.push(part.values.map(toParameter))}::${part.type}[])`;
      case "rows": {
        const arrays = Object.entries(part.columns).map(([name, type]) => {
          const column = part.rows.map((row) => toParameter(row[name]));
          return `$${values.push(column)}::${type}[]`;
        });
        return `unnest(${arrays.join(", ")}) AS input (${Object.keys(part.columns).join(", ")})`;
      }
      case "per-database":
        return toText(part.postgres, values);
    }
  };
  return parts.map(toPartText).join("");
}

/** Converts a value to a parameter of pg. All numbers in these queries are integers. */
function toParameter(value: unknown): unknown {
  return typeof value === "number" ? toBigint(value) : (value ?? null);
}
