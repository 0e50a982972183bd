import { uidKey } from "../../registers/keys.ts";
import type { CareStatus } from "../../registers/register.ts";
import type { CareCount, DatedThing, EntryOfTag, HistoryRecord } from "../care.ts";
import { type StateRow, selectStates, toPlacedState } from "../entry-row.ts";
import type { Flag } from "../ledger-row.ts";
import {
  type MovementRow,
  movementColumns,
  movementTables,
  toMovementRecord,
} from "../movement-row.ts";
import type { MovementRecord } from "../movements.ts";
import { isCaredFor } from "./entry-filter.ts";
import { entryListOf } from "./entry-lists.ts";
import { rawSql, type Steps, sql } from "./sql.ts";

type CareCountRow = {
  category: string | null;
  status: CareStatus | null;
  blocked: Flag;
  due_at: number | null;
  count: number;
};

export function* countCare(register: number): Steps<CareCount[]> {
  const rows = yield* sql<CareCountRow>`
    SELECT category, status, blocked, due_at, count(*) AS count
    FROM entries LEFT JOIN states
      ON states.register = ${register} AND states.entry = entries.id AND states.place = 0
    WHERE entries.register = ${entryListOf(register)} AND ${isCaredFor(register)}
    GROUP BY category, status, blocked, due_at`;
  return rows.map(({ category, status, blocked, due_at, count }) => ({
    group: category ?? undefined,
    status: status ?? undefined,
    blocked: Boolean(blocked),
    dueAt: due_at ?? undefined,
    count,
  }));
}

export function* datedThings(
  register: number,
  { before, told }: { before: number; told: number },
): Steps<DatedThing[]> {
  const rows = yield* sql<StateRow>`
    ${rawSql(selectStates)}
    WHERE states.register = ${register} AND states.due_at < ${before}
      AND coalesce(states.told, 0) < ${told}`;
  const entries = yield* sql<{ id: number; category: string | null; blocked: Flag }>`
    SELECT entries.id, category, blocked FROM states JOIN entries ON entries.id = states.entry
    WHERE states.register = ${register} AND states.due_at < ${before}
      AND coalesce(states.told, 0) < ${told}`;
  const entryById = new Map(entries.map((entry) => [entry.id, toEntryParts(entry)]));
  return rows.flatMap((row) => {
    const entry = entryById.get(row.entry);
    return entry ? { entry, state: toPlacedState(row) } : [];
  });
}

function toEntryParts(row: { id: number; category: string | null; blocked: Flag }) {
  const parts = { id: row.id, blocked: Boolean(row.blocked) };
  return row.category === null ? parts : { ...parts, group: row.category };
}

export function* history(
  entry: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Steps<HistoryRecord[]> {
  const older = before === undefined ? rawSql("") : sql`AND movements.id < ${before}`;
  const rows = yield* sql<MovementRow & { register_name: string }>`
    SELECT ${rawSql(movementColumns)}, registers.name AS register_name
    FROM ${rawSql(movementTables)} JOIN registers ON registers.id = movements.register
    WHERE (movements.entry = ${entry} OR movements.holder = ${entry}) ${older}
      AND NOT (movements.code IN ('checklist', 'not-due', 'lent-to-other') AND EXISTS (
        SELECT 1 FROM movements AS later WHERE later.answered = movements.id
      ))
    ORDER BY movements.id DESC LIMIT ${limit}`;
  return rows.map((row) => ({ ...toMovementRecord(row), register: row.register_name }));
}

export function* inspections(
  register: number,
  {
    entry,
    from,
    to,
    after = 0,
    limit,
  }: {
    entry?: number | undefined;
    from: number;
    to: number;
    after?: number | undefined;
    limit: number;
  },
): Steps<MovementRecord[]> {
  const ofEntry = entry === undefined ? rawSql("") : sql`AND movements.entry = ${entry}`;
  const rows = yield* sql<MovementRow>`
    SELECT ${rawSql(movementColumns)} FROM ${rawSql(movementTables)}
    WHERE movements.register = ${register} ${ofEntry} AND movements.id > ${after}
      AND movements.code IN ('passed', 'failed', 'seen', 'inspected-meanwhile')
      AND movements.at >= ${from} AND movements.at <= ${to}
      AND NOT EXISTS (SELECT 1 FROM movements AS later WHERE later.undoes = movements.id)
    ORDER BY movements.id LIMIT ${limit}`;
  return rows.map(toMovementRecord);
}

export function* entriesOfTag(identifier: string): Steps<EntryOfTag[]> {
  const key = uidKey(identifier);
  if (key === undefined) return [];
  // CROSS JOIN, because the index of keys begins with the register.
  return yield* sql<EntryOfTag>`
    SELECT registers.name AS register, entries.id, entries.label
    FROM registers CROSS JOIN entry_keys JOIN entries ON entries.id = entry_keys.entry
    WHERE entry_keys.register = registers.id AND entry_keys.key = ${key}
    ORDER BY registers.name`;
}
