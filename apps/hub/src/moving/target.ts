import { maxPageBytes } from "../store/batches.ts";
import type { Database, Query } from "../store/postgres/database.ts";
import type { Source } from "./source.ts";
import type { Row, Table, Value } from "./table.ts";

/**
 * The position of a move: the table that is being filled, and the key of the last row written to
 * it. Both are undefined before the first table.
 */
export type Position = { table: string | undefined; key: Value[] | undefined };

export type Target =
  | { kind: "ready"; position: Position }
  | { kind: "finished"; at: string }
  /** `reason` is a sentence for the user. */
  | { kind: "refused"; reason: string };

/**
 * Checks that the hub may be moved to this database. Records the start of the move, or finds the
 * position at which to resume it.
 */
export function prepareTarget(
  database: Database,
  source: { id: string; location: string },
  now: Date,
): Promise<Target> {
  return database.transaction(async (query) => {
    await query("LOCK TABLE moves IN EXCLUSIVE MODE");
    const [move] = await query<Move>("SELECT * FROM moves");
    if (move && move.source !== source.id) {
      const reason = `${database.location} holds a hub that was moved from ${move.from_place}. Name an empty database.`;
      return { kind: "refused", reason };
    }
    if (move?.finished_at) {
      return { kind: "finished", at: new Date(move.finished_at).toISOString() };
    }
    if (move) {
      const key = move.at_key === null ? undefined : parseKey(move.at_key);
      return { kind: "ready", position: { table: move.at_table ?? undefined, key } };
    }
    if (await holdsHub(query)) {
      const reason = `${database.location} already holds a hub. Name an empty database (createdb).`;
      return { kind: "refused", reason };
    }
    await query(
      "INSERT INTO moves (singleton, source, from_place, started_at) VALUES (1, $1, $2, $3)",
      [source.id, source.location, now.getTime()],
    );
    // The owner of a new hub makes way for the people of this one.
    await query("DELETE FROM people");
    return { kind: "ready", position: { table: undefined, key: undefined } };
  });
}

/** Inserts rows of a table, and records the position in the same transaction. */
export function writeRows(database: Database, table: Table, rows: readonly Row[]): Promise<void> {
  const { name, columns, key, derived = {} } = table;
  const columnArrays = [
    ...Object.entries(columns).map(([column, type]) => ({
      column,
      type: type as string,
      values: rows.map((row) => row[column]),
    })),
    ...Object.entries(derived).map(([column, { type, compute }]) => ({
      column,
      type,
      values: rows.map(compute),
    })),
  ];
  const list = columnArrays.map(({ column }) => `"${column}"`).join(", ");
  // A tsvector is sent as text, because pg has no arrays of that type.
  const arrays = columnArrays.map(
    ({ type }, index) => `$${index + 1}::${type === "tsvector" ? "text" : type}[]`,
  );
  const values = columnArrays.map(({ column, type }) => `given."${column}"::${type}`);
  return database.transaction(async (query) => {
    await query("SET LOCAL synchronous_commit = off");
    await query(
      `INSERT INTO ${name} (${list}) SELECT ${values.join(", ")} FROM unnest(${arrays.join(", ")}) AS given (${list})`,
      columnArrays.map((column) => column.values),
    );
    const last = rows.at(-1)!;
    await savePosition(query, { table: name, key: key.map((column) => last[column]!) });
  });
}

/** Records the position of the move. */
export async function savePosition(query: Query, { table, key }: Position): Promise<void> {
  await query("UPDATE moves SET at_table = $1, at_key = $2", [
    table ?? null,
    key === undefined ? null : JSON.stringify(key),
  ]);
}

/** Parses a key as `savePosition` stores it. `JSON.stringify` makes an object of a Buffer. */
function parseKey(json: string): Value[] {
  const values = JSON.parse(json) as (Exclude<Value, Buffer> | { data: number[] })[];
  return values.map((value) =>
    typeof value === "object" && value !== null ? Buffer.from(value.data) : value,
  );
}

/**
 * Yields the rows of a table, sorted by key. Reads at most `maxRows` rows at a time, and fewer if
 * they are large, so that memory stays bounded.
 */
export async function* readRows(query: Query, table: Table, maxRows: number): AsyncGenerator<Row> {
  const { name, columns, key } = table;
  const list = Object.keys(columns).map((column) => `"${column}"`);
  const order = key.map((column) => `"${column}"`).join(", ");
  const bytes = Object.entries(columns)
    .filter(([, type]) => type === "text" || type === "bytea")
    .map(([column]) => `coalesce(octet_length("${column}"), 0)`);
  for (let after: Value[] | undefined; ; ) {
    const where = after ? `WHERE (${order}) > (${key.map((_, n) => `$${n + 1}`).join(", ")})` : "";
    const rows = await query<Row>(
      `WITH found AS (
         SELECT ${order}, ${["0", ...bytes].join(" + ")} AS bytes FROM ${name} ${where}
         ORDER BY ${order} LIMIT ${maxRows}
       ), measured AS (
         SELECT ${order}, sum(bytes) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
         FROM found
       )
       SELECT ${list.join(", ")} FROM measured JOIN ${name} USING (${order})
       WHERE coalesce(measured.before, 0) < ${maxPageBytes} ORDER BY ${order}`,
      after ?? [],
    );
    yield* rows;
    if (rows.length === 0) return;
    after = key.map((column) => rows.at(-1)![column]!);
  }
}

/**
 * Sets how long changes are kept, the sequences of ids and the words of tags, and records the end
 * of the move in the same transaction.
 */
export function finishTarget(
  database: Database,
  parts: {
    changes: Source["changes"];
    lastIds: { table: Table; last: number }[];
    now: Date;
  },
): Promise<void> {
  const { changes, lastIds, now } = parts;
  return database.transaction(async (query) => {
    await query("UPDATE owner SET changes_keep_days = $1, changes_origin = $2", [
      changes.keepDays,
      changes.origin,
    ]);
    for (const { table, last } of lastIds) {
      await query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", [
        table.name,
        Math.max(last, 1),
      ]);
    }
    await query(
      `UPDATE tags SET words = own_words || ts_filter(scans.words, '{d}')
       FROM scans WHERE scans.id = tags.last_scan`,
    );
    await query("UPDATE moves SET finished_at = $1, at_table = NULL, at_key = NULL", [
      now.getTime(),
    ]);
  });
}

/**
 * Updates the statistics of the tables, because the database still plans its queries for empty
 * tables.
 */
export async function analyze(query: Query, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) await query(`ANALYZE ${name}`);
}

type Move = {
  source: string;
  from_place: string;
  finished_at: number | null;
  at_table: string | null;
  at_key: string | null;
};

async function holdsHub(query: Query): Promise<boolean> {
  const [row] = await query<{ held: boolean }>(
    `SELECT EXISTS (SELECT FROM scans) OR EXISTS (SELECT FROM inboxes) OR EXISTS (SELECT FROM tags)
       OR EXISTS (SELECT FROM destinations) OR EXISTS (SELECT FROM tokens)
       OR EXISTS (SELECT FROM people WHERE password_hash IS NOT NULL) AS held`,
  );
  return row!.held;
}
