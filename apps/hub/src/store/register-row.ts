import type {
  CheckInRules,
  Code,
  Entry,
  Presence,
  Result,
  Verdict,
} from "../registers/register.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import type {
  Binding,
  EntryRecord,
  MovementRecord,
  RegisterRecord,
  ToldMovement,
} from "./registers.ts";
import type { Origin } from "./routing.ts";

/**
 * The parts of a register that a decision needs. `list` is the id of the register that has its
 * entries.
 */
export type LedgerRegister = {
  id: number;
  name: string;
  title?: string | undefined;
  rules: CheckInRules;
  list: number;
  revision: number;
  inside: number;
};

/** The presence of an entry. `version` grows with every movement that changes it. */
export type State = Presence & { version: number };

/**
 * A movement and its effects. `inside` and `admitted` are what it added to the counters, `before`
 * is the presence before it, and `version` the version of the state after it, absent if it changed
 * nothing.
 */
export type MovementToUndo = {
  entry?: number | undefined;
  inside: number;
  admitted: number;
  before?: Presence | undefined;
  version?: number | undefined;
  isUndone: boolean;
};

/** Times are milliseconds since 1970. SQLite writes booleans as 0 and 1. */
type Flag = number | boolean;

export type LedgerRow = {
  id: number;
  name: string;
  title: string | null;
  rules: string;
  list: number;
  revision: number;
  inside: number;
};

/** The columns of `LedgerRow`. */
export const ledgerColumns =
  "registers.id, name, title, rules, coalesce(entries_from, registers.id) AS list, revision, counters.inside";

export function toLedgerRegister({ title, rules, ...row }: LedgerRow): LedgerRegister {
  return { ...row, title: title ?? undefined, rules: JSON.parse(rules) };
}

export type EntryRow = {
  id: number;
  label: string;
  category: string | null;
  attention: string | null;
  fields: string;
  blocked: Flag;
  valid_from: number | null;
  valid_until: number | null;
  version: number;
};

/** The columns of `EntryRow`. */
export const entryColumns =
  "entries.id, label, category, attention, fields, blocked, valid_from, valid_until, entries.version";

export function toEntry(row: EntryRow): Entry {
  const { id, label, category, attention, valid_from, valid_until, version } = row;
  return {
    id,
    label,
    // A template of the owner may list an entry, so properties without a value are absent.
    ...(category !== null && { group: category }),
    ...(attention !== null && { attention }),
    fields: JSON.parse(row.fields),
    blocked: Boolean(row.blocked),
    ...(valid_from !== null && { validFrom: valid_from }),
    ...(valid_until !== null && { validUntil: valid_until }),
    version,
  };
}

/** An entry with its presence in one register, if it has one there. */
export type EntryListRow = EntryRow & {
  status: Presence["status"] | null;
  since: number;
  door: string;
  uses: number;
};

export function toEntryRecord(row: EntryListRow, keys: string[]): EntryRecord {
  const { status, since, door, uses } = row;
  const presence = status !== null && uses > 0 ? { status, since, door, uses } : undefined;
  return { ...toEntry(row), keys, presence };
}

export type StateRow = State & { register: number; entry: number };

export type MovementToUndoRow = {
  entry: number | null;
  inside: number;
  admitted: number;
  was: string | null;
  version: number | null;
  is_undone: Flag;
};

export function toMovementToUndo(row: MovementToUndoRow): MovementToUndo {
  const { entry, inside, admitted, was, version } = row;
  return {
    entry: entry ?? undefined,
    inside,
    admitted,
    before: was === null ? undefined : JSON.parse(was),
    version: version ?? undefined,
    isUndone: Boolean(row.is_undone),
  };
}

export type RegisterRow = {
  id: number;
  name: string;
  title: string | null;
  kind: "check-in";
  rules: string;
  entries_from: string | null;
  keep_days: number | null;
  origin: Origin;
  created_at: number;
  revision: number;
  changed_at: number | null;
  entries: number;
  inside: number;
  admitted: number;
  refused: number;
  last_at: number | null;
};

/** Selects `RegisterRow`. Both databases understand it. */
export const selectRegisters = `
  SELECT registers.id, registers.name, registers.title, registers.kind, registers.rules, lists.name AS entries_from,
    registers.keep_days, registers.origin, registers.created_at, registers.revision, registers.changed_at,
    (SELECT count(*) FROM entries WHERE entries.register = coalesce(registers.entries_from, registers.id)) AS entries,
    counters.inside, counters.admitted, counters.refused,
    (SELECT at FROM movements WHERE movements.register = registers.id ORDER BY movements.id DESC LIMIT 1) AS last_at
  FROM registers JOIN counters ON counters.register = registers.id
  LEFT JOIN registers AS lists ON lists.id = registers.entries_from
  ORDER BY registers.name`;

export type BindingRow = Binding & { register: number };

export function toRegisterRecord(row: RegisterRow, bindings: BindingRow[]): RegisterRecord {
  const { id, name, title, kind, entries_from, keep_days, revision, last_at } = row;
  const { origin, entries, inside, admitted, refused } = row;
  return {
    id,
    name,
    title: title ?? undefined,
    kind,
    rules: JSON.parse(row.rules),
    entriesFrom: entries_from ?? undefined,
    keepDays: keep_days ?? undefined,
    origin,
    createdAt: new Date(row.created_at).toISOString(),
    revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
    bindings: bindings
      .filter(({ register }) => register === id)
      .map(({ inbox, action, answer }) => ({ inbox, action, answer })),
    entries,
    inside,
    admitted,
    refused,
    lastMovementAt: last_at === null ? undefined : new Date(last_at).toISOString(),
  };
}

export type MovementRow = {
  id: number;
  entry: number | null;
  label: string | null;
  scan: number;
  undoes: number | null;
  at: number;
  door: string;
  action: string;
  result: Result;
  code: Code;
  forced: Flag;
  scanned: string | null;
};

/** The columns of `MovementRow`. Both databases understand them. */
export const movementColumns = `movements.id, entry, label, scan, undoes, at, door, action, result, code, forced,
  CASE WHEN movements.code IN ('unknown', 'ambiguous') THEN (
    SELECT substr(coalesce(nullif(scans.content, ''), scans.identifier), 1, 200) FROM scans WHERE scans.id = movements.scan
  ) END AS scanned`;

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
    scan,
    undoes: row.undoes ?? undefined,
    at: new Date(row.at).toISOString(),
    door,
    action,
    result,
    code,
    forced: Boolean(row.forced),
    scanned: row.scanned ?? undefined,
  };
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
    registers.id AS id, name, title, rules, coalesce(entries_from, registers.id) AS list, revision, counters.inside
  FROM movements JOIN registers ON registers.id = movements.register
  JOIN counters ON counters.register = registers.id`;

/**
 * Returns the verdict that the sender of a scan was told. Once the register was emptied, it has no
 * names.
 */
export function toStoredVerdict(row: StoredReplyRow): Verdict {
  const { movement, at, result, code } = row;
  const reply: Reply =
    row.reply !== null
      ? JSON.parse(row.reply)
      : composeReply({
          result,
          code,
          register: toLedgerRegister(row),
          entry: undefined,
          presence: undefined,
          inside: row.inside,
          now: at,
          showsNames: false,
        }).reply;
  const { hidden: _, ...shown } = reply;
  return { ...shown, movement, at: new Date(at).toISOString() };
}
