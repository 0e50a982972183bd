import { noteMoved } from "../store/moved-note.ts";
import { type Database, openDatabase } from "../store/postgres/database.ts";
import { migrate } from "../store/postgres/migrate.ts";
import { openSource, type Source } from "./source.ts";
import { addRow, nothing } from "./sum.ts";
import { type Row, type Table, tables, type Value } from "./tables.ts";
import {
  analyze,
  finishTarget,
  noteAt,
  prepareTarget,
  readRows,
  type Target,
  writeRows,
} from "./target.ts";

/** What it does right now, and the part of that which is done, 0 to 1. */
export type MoveProgress = (step: "moving" | "checking", table: string, part: number) => void;

export type Moved =
  /** `resumed`: an earlier attempt had moved some of it. */
  | { kind: "moved"; rows: Record<string, number>; resumed: boolean }
  /** This very hub was moved there at that time. */
  | { kind: "finished"; at: string }
  /** One sentence. */
  | { kind: "refused"; reason: string };

/** What goes into one transaction at most. */
const mostRows = 1000;
const mostCharacters = 4 * 1024 * 1024;

/**
 * Moves a hub from SQLite in its data folder into an empty PostgreSQL database, with all ids, and compares both at the
 * end. It may be ended at any moment; called again it goes on where it was. The data folder stays as it is but for a
 * note that keeps hubs from it. Rejects with `StoreUnavailable`, and with the signal's reason.
 */
export async function moveStore(parts: {
  from: string;
  to: string;
  progress?: MoveProgress;
  signal?: AbortSignal;
  now?: () => Date;
}): Promise<Moved> {
  const { from, to, progress = () => {}, signal, now = () => new Date() } = parts;
  const source = openSource(from);
  if ("reason" in source) return { kind: "refused", reason: source.reason };
  const database = openDatabase(to, 2, { busyMs: 5000 });
  try {
    await migrate(database, { now });
    const target = await prepareTarget(database, { id: source.id, place: from }, now());
    if (target.kind === "finished") noteMoved(from, database.place);
    if (target.kind !== "ready") return target;
    await moveRows(source, database, target, { progress, ...(signal && { signal }) });
    await analyze(database.query, tables);
    const compared = await compare(source, database, { progress, ...(signal && { signal }) });
    if (!compared.ok) return { kind: "refused", reason: compared.reason };
    const counters = tables
      .filter(({ counted }) => counted)
      .map((table) => ({ table, last: source.lastGiven(table) }));
    await finishTarget(database, { passwordHash: source.passwordHash, counters, now: now() });
    noteMoved(from, database.place);
    return { kind: "moved", rows: compared.counts, resumed: target.at.table !== undefined };
  } finally {
    source.close();
    await database.close();
  }
}

type Running = { progress: MoveProgress; signal?: AbortSignal };

async function moveRows(
  source: Source,
  database: Database,
  { at }: Target & { kind: "ready" },
  { progress, signal }: Running,
): Promise<void> {
  const first = Math.max(
    tables.findIndex(({ name }) => name === at.table),
    0,
  );
  for (const table of tables.slice(first)) {
    const isBegun = table.name === at.table;
    if (!isBegun) await noteAt(database.query, { table: table.name, key: undefined });
    const all = source.count(table);
    const after = isBegun ? at.key : undefined;
    let done = after ? await countRows(database, table) : 0;
    for (const rows of inBatches(source.rows(table, after))) {
      signal?.throwIfAborted();
      await writeRows(database, table, rows);
      done += rows.length;
      progress("moving", table.name, done / all);
    }
  }
}

function* inBatches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  let size = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) size += typeof value === "string" ? value.length : 8;
    if (batch.length < mostRows && size < mostCharacters) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Every row of both sides; answers how many there are of each table. */
async function compare(
  source: Source,
  database: Database,
  { progress, signal }: Running,
): Promise<{ ok: true; counts: Record<string, number> } | { ok: false; reason: string }> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    let [here, there] = [nothing, nothing];
    for (const row of source.rows(table, undefined)) here = addRow(here, table, row);
    for await (const row of readRows(database.query, table, 200)) {
      there = addRow(there, table, row);
      if (there.count % 1000 === 0) {
        signal?.throwIfAborted();
        progress("checking", table.name, there.count / Math.max(here.count, 1));
      }
    }
    if (here.count !== there.count || here.sum !== there.sum) {
      const reason = `The copy is not the same: of ${table.name} there are ${here.count} in the data folder and ${there.count} in the database${here.count === there.count ? ", and they differ" : ""}. Empty the database (dropdb, createdb) and start again; the data folder is as it was.`;
      return { ok: false, reason };
    }
    counts[table.name] = here.count;
  }
  return { ok: true, counts };
}

async function countRows(database: Database, { name }: Table): Promise<number> {
  const [row] = await database.query<{ count: Value }>(`SELECT count(*) AS count FROM ${name}`);
  return Number(row!.count);
}
