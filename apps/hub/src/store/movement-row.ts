import { toDueDay } from "../registers/interval.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import type { Code, Result, Verdict } from "../registers/verdict.ts";
import { type Flag, type LedgerRow, toLedgerRegister } from "./ledger-row.ts";
import type { EntryName, MovementRecord, ToldMovement } from "./movements.ts";

export type MovementRow = {
  id: number;
  entry: number | null;
  label: string | null;
  scan: number | null;
  undoes: number | null;
  at: number;
  door: string;
  action: string;
  result: Result;
  code: Code;
  place: number | null;
  place_label: string | null;
  from_place: number | null;
  from_label: string | null;
  delta: number | null;
  lot: string | null;
  serial: string | null;
  expires: number | null;
  round: number | null;
  counted: number | null;
  holder: number | null;
  holder_label: string | null;
  due_at: number | null;
  answers: string | null;
  answered: number | null;
  forced: Flag;
  scanned: string | null;
};

/** The columns of `MovementRow`. Both databases understand them. */
export const movementColumns = `movements.id, movements.entry, entries.label, scan, undoes, at, door, action, result, code,
  movements.place, places.label AS place_label, from_place, sources.label AS from_label, delta, lot, serial, expires, movements.round, counted, movements.holder, holders.label AS holder_label, movements.due_at, answers, answered, forced,
  CASE WHEN movements.code IN ('unknown', 'ambiguous', 'unsigned', 'not-genuine') THEN (
    SELECT substr(coalesce(nullif(scans.content, ''), scans.identifier), 1, 200) FROM scans WHERE scans.id = movements.scan
  ) END AS scanned`;

/** The tables of `movementColumns`. */
export const movementTables = `movements
  LEFT JOIN entries ON entries.id = movements.entry
  LEFT JOIN entries AS places ON places.id = movements.place
  LEFT JOIN entries AS sources ON sources.id = from_place
  LEFT JOIN entries AS holders ON holders.id = movements.holder`;

/** Returns a movement of this register with its verdict. */
export function toToldMovement(
  row: MovementRow & { reply: string | null },
  register: LedgerRow,
): ToldMovement {
  const verdict = toStoredVerdict({ ...row, ...register, movement: row.id });
  return { ...toMovementRecord(row), verdict };
}

export function toMovementRecord(row: MovementRow): MovementRecord {
  const { id, scan, door, action, result, code } = row;
  return {
    id,
    entry: row.entry ?? undefined,
    label: row.label ?? undefined,
    scan: scan ?? undefined,
    undoes: row.undoes ?? undefined,
    at: new Date(row.at).toISOString(),
    door,
    action,
    result,
    code,
    place: toEntryName(row.place, row.place_label),
    from: toEntryName(row.from_place, row.from_label),
    delta: row.delta ?? undefined,
    round: row.round ?? undefined,
    counted: row.counted ?? undefined,
    lot: row.lot ?? undefined,
    serial: row.serial ?? undefined,
    expires: row.expires === null ? undefined : new Date(row.expires).toISOString(),
    holder: toEntryName(row.holder, row.holder_label),
    due: row.due_at === null ? undefined : new Date(row.due_at).toISOString(),
    dueDay: toDueDay(row.due_at ?? undefined),
    answers: row.answers === null ? undefined : JSON.parse(row.answers),
    answered: row.answered ?? undefined,
    forced: Boolean(row.forced),
    scanned: row.scanned ?? undefined,
  };
}

function toEntryName(id: number | null, label: string | null): EntryName | undefined {
  return id === null ? undefined : { id, label: label ?? undefined };
}

/** The stored decision about a scan, for a repeat of it. */
export type StoredReplyRow = LedgerRow & {
  movement: number;
  at: number;
  result: Result;
  code: Code;
  reply: string | null;
};

/** Selects `StoredReplyRow`, up to its condition. */
export const selectReplies = `
  SELECT scan, movements.id AS movement, at, result, code, reply,
    registers.id AS id, name, title, kind, rules, coalesce(entries_from, registers.id) AS list, people_from AS people, revision,
    counters.inside, NULL AS round
  FROM movements JOIN registers ON registers.id = movements.register
  JOIN counters ON counters.register = registers.id`;

/**
 * Returns the verdict that the sender of a scan was told, in the language that it was told in. Once
 * the register was emptied, it has no names, and is in the given language.
 */
export function toStoredVerdict(row: StoredReplyRow, language = "en"): Verdict {
  const { movement, at, result, code } = row;
  const reply: Reply =
    row.reply !== null
      ? JSON.parse(row.reply)
      : composeReply({
          result,
          code,
          register: toLedgerRegister(row),
          entry: undefined,
          told: { inside: row.inside },
          now: at,
          showsNames: false,
          language,
        }).reply;
  const { hidden: _, ...shown } = reply;
  return { ...shown, movement, at: new Date(at).toISOString() };
}
