import type { Parsed } from "../parsed.ts";
import { writeMovedNote } from "../store/moved-note.ts";
import { type Database, openDatabase } from "../store/postgres/database.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { createSessions } from "../store/postgres/sessions.ts";
import { openSource, type Source } from "./source.ts";
import { addRow, emptySum } from "./sum.ts";
import type { Row, Table, Value } from "./table.ts";
import { tables } from "./tables.ts";
import {
  analyze,
  finishTarget,
  prepareTarget,
  readRows,
  savePosition,
  type Target,
  writeRows,
} from "./target.ts";

/** Receives the current step and table, and the completed fraction of the table, from 0 to 1. */
export type MoveProgress = (step: "moving" | "checking", table: string, part: number) => void;

export type MoveResult =
  /** `resumed` means that an earlier attempt had already moved some rows. */
  | { kind: "moved"; rows: Record<string, number>; resumed: boolean }
  /** The same hub was already moved to this database, at the time `at`. */
  | { kind: "finished"; at: string }
  /** `reason` is a sentence for the user. */
  | { kind: "refused"; reason: string };

/** The maximum number of rows in one transaction. */
const maxBatchRows = 1000;
/** The number of characters in the rows at which a transaction takes no more rows. */
const maxBatchCharacters = 4 * 1024 * 1024;

/**
 * Moves a hub from SQLite in its data folder to an empty PostgreSQL database, with all ids, and
 * compares the two at the end. It may be interrupted at any moment; the next call resumes the move.
 * The data folder stays as it is, except for a note that keeps hubs from using it. Rejects with
 * `StoreUnavailable`, or with the reason of the signal.
 */
export async function moveStore(parts: {
  from: string;
  to: string;
  progress?: MoveProgress;
  signal?: AbortSignal | undefined;
  now?: () => Date;
}): Promise<MoveResult> {
  const { from, to, progress = () => {}, signal, now = () => new Date() } = parts;
  const source = openSource(from);
  if ("reason" in source) return { kind: "refused", reason: source.reason };
  const database = openDatabase(to, 2, { sessions: createSessions(5000) });
  try {
    await migrate(database, { now });
    const target = await prepareTarget(database, { id: source.id, location: from }, now());
    if (target.kind === "finished") writeMovedNote(from, database.location);
    if (target.kind !== "ready") return target;
    await moveRows(source, database, target, { progress, signal });
    await analyze(database.query, tables);
    const comparison = await compare(source, database, { progress, signal });
    if (!comparison.ok) return { kind: "refused", reason: comparison.reason };
    const lastIds = tables
      .filter(({ generated }) => generated)
      .map((table) => ({ table, last: source.lastAssignedId(table) }));
    const { changes } = source;
    await finishTarget(database, { changes, lastIds, now: now() });
    writeMovedNote(from, database.location);
    return { kind: "moved", rows: comparison.value, resumed: target.position.table !== undefined };
  } finally {
    source.close();
    await database.close();
  }
}

type RunOptions = { progress: MoveProgress; signal?: AbortSignal | undefined };

async function moveRows(
  source: Source,
  database: Database,
  { position }: Target & { kind: "ready" },
  { progress, signal }: RunOptions,
): Promise<void> {
  const firstIndex = Math.max(
    tables.findIndex(({ name }) => name === position.table),
    0,
  );
  for (const table of tables.slice(firstIndex)) {
    const isResumed = table.name === position.table;
    if (!isResumed) await savePosition(database.query, { table: table.name, key: undefined });
    const total = source.count(table);
    const after = isResumed ? position.key : undefined;
    let movedRows = after ? await countRows(database, table) : 0;
    for (const rows of inBatches(source.rows(table, after))) {
      signal?.throwIfAborted();
      await writeRows(database, table, rows);
      movedRows += rows.length;
      progress("moving", table.name, movedRows / total);
    }
  }
}

function* inBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row))
      characters += typeof value === "string" ? value.length : 8;
    if (batch.length < maxBatchRows && characters < maxBatchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Compares all rows of both databases. Returns the number of rows in each table, or a sentence
 * about the first table that differs.
 */
async function compare(
  source: Source,
  database: Database,
  { progress, signal }: RunOptions,
): Promise<Parsed<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    let [inSource, inTarget] = [emptySum, emptySum];
    for (const row of source.rows(table, undefined)) inSource = addRow(inSource, table, row);
    for await (const row of readRows(database.query, table, 200)) {
      inTarget = addRow(inTarget, table, row);
      if (inTarget.count % 1000 === 0) {
        signal?.throwIfAborted();
        progress("checking", table.name, inTarget.count / Math.max(inSource.count, 1));
      }
    }
    if (inSource.count !== inTarget.count || inSource.sum !== inTarget.sum) {
      const reason = `The copy differs from the original: the table ${table.name} has ${inSource.count} rows in the data folder and ${inTarget.count} in the database${inSource.count === inTarget.count ? ", with different contents" : ""}. Empty the database (dropdb, createdb) and start again. The data folder has not changed.`;
      return { ok: false, reason };
    }
    counts[table.name] = inSource.count;
  }
  return { ok: true, value: counts };
}

async function countRows(database: Database, { name }: Table): Promise<number> {
  const [row] = await database.query<{ count: Value }>(`SELECT count(*) AS count FROM ${name}`);
  return Number(row!.count);
}
