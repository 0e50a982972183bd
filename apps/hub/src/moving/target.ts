import type { Database, Query } from "../store/postgres/database.ts";
import type { Row, Table, Value } from "./tables.ts";

/** How far a move is: the table that is being filled, and the key of the last row in it. */
export type Place = { table: string | undefined; key: Value[] | undefined };

export type Target =
  | { kind: "ready"; at: Place }
  | { kind: "finished"; at: string }
  /** One sentence. */
  | { kind: "refused"; reason: string };

/** Finds out whether a hub may be moved here, or was begun to be; writes down that it is. */
export function prepareTarget(
  database: Database,
  source: { id: string; place: string },
  now: Date,
): Promise<Target> {
  return database.transaction(async (query) => {
    await query("LOCK TABLE moves IN EXCLUSIVE MODE");
    const [move] = await query<Move>("SELECT * FROM moves");
    if (move && move.source !== source.id) {
      const reason = `${database.place} holds what was moved from ${move.from_place}; name an empty database.`;
      return { kind: "refused", reason };
    }
    if (move?.finished_at) {
      return { kind: "finished", at: new Date(move.finished_at).toISOString() };
    }
    if (move) {
      const key = move.at_key === null ? undefined : (JSON.parse(move.at_key) as Value[]);
      return { kind: "ready", at: { table: move.at_table ?? undefined, key } };
    }
    if (await holdsHub(query)) {
      const reason = `${database.place} holds a hub already; name an empty database (createdb).`;
      return { kind: "refused", reason };
    }
    await query(
      "INSERT INTO moves (singleton, source, from_place, started_at) VALUES (1, $1, $2, $3)",
      [source.id, source.place, now.getTime()],
    );
    return { kind: "ready", at: { table: undefined, key: undefined } };
  });
}

/** Writes rows of a table, and in the same transaction how far that is. */
export function writeRows(database: Database, table: Table, rows: readonly Row[]): Promise<void> {
  const { name, columns, key, derived = {} } = table;
  const parts = [
    ...Object.entries(columns).map(([column, type]) => ({
      column,
      type: type as string,
      values: rows.map((row) => row[column]),
    })),
    ...Object.entries(derived).map(([column, { type, of }]) => ({
      column,
      type,
      values: rows.map(of),
    })),
  ];
  const list = parts.map(({ column }) => `"${column}"`).join(", ");
  // A tsvector travels as its text: pg knows no arrays of it.
  const arrays = parts.map(({ type }, n) => `$${n + 1}::${type === "tsvector" ? "text" : type}[]`);
  const values = parts.map(({ column, type }) => `given."${column}"::${type}`);
  return database.transaction(async (query) => {
    await query("SET LOCAL synchronous_commit = off");
    await query(
      `INSERT INTO ${name} (${list}) SELECT ${values.join(", ")} FROM unnest(${arrays.join(", ")}) AS given (${list})`,
      parts.map((part) => part.values),
    );
    const last = rows.at(-1)!;
    await noteAt(query, { table: name, key: key.map((column) => last[column]!) });
  });
}

/** Goes on with a table from its beginning. */
export async function noteAt(query: Query, { table, key }: Place): Promise<void> {
  await query("UPDATE moves SET at_table = $1, at_key = $2", [
    table ?? null,
    key === undefined ? null : JSON.stringify(key),
  ]);
}

/** The rows of a table in the order of their keys. */
export async function* readRows(query: Query, table: Table, at: number): AsyncGenerator<Row> {
  const { name, columns, key } = table;
  const list = Object.keys(columns).map((column) => `"${column}"`);
  const order = key.map((column) => `"${column}"`).join(", ");
  for (let after: Value[] | undefined; ; ) {
    const where = after ? `WHERE (${order}) > (${key.map((_, n) => `$${n + 1}`).join(", ")})` : "";
    const rows = await query<Row>(
      `SELECT ${list.join(", ")} FROM ${name} ${where} ORDER BY ${order} LIMIT ${at}`,
      after ?? [],
    );
    yield* rows;
    if (rows.length < at) return;
    after = key.map((column) => rows.at(-1)![column]!);
  }
}

/** What has to be put right once all rows are there; the end of the move is written down last. */
export function finishTarget(
  database: Database,
  parts: { passwordHash: string | null; counters: { table: Table; last: number }[]; now: Date },
): Promise<void> {
  const { passwordHash, counters, now } = parts;
  return database.transaction(async (query) => {
    await query("UPDATE owner SET password_hash = $1", [passwordHash]);
    for (const { table, last } of counters) {
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

/** So that the database plans its queries by what it holds now, and not by what it held when it was empty. */
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
       OR EXISTS (SELECT FROM owner WHERE password_hash IS NOT NULL) AS held`,
  );
  return row!.held;
}
