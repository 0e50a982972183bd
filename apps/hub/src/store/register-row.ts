import { findPresence } from "../registers/kinds/check-in.ts";
import type { Kind } from "../registers/kinds/kind.ts";
import { kinds } from "../registers/kinds/kinds.ts";
import type {
  Code,
  Entry,
  Hand,
  KindName,
  OpenRound,
  PlacedState,
  Presence,
  Result,
  Rules,
  Tally,
  Verdict,
} from "../registers/register.ts";
import { composeReply, type Reply } from "../registers/reply.ts";
import type {
  Binding,
  EntryRecord,
  MovementRecord,
  PlaceName,
  RegisterRecord,
  StockAt,
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
  kind: Kind;
  rules: Rules;
  list: number;
  revision: number;
  inside: number;
  round?: OpenRound | undefined;
};

/**
 * A movement and its effects. `inside` and `admitted` are what it added to the counters, `before`
 * is the presence before it, `version` the version of the state after it, absent if it changed
 * nothing, and `prior` the effective version before it. `delta` is the quantity that it added at
 * `place` and took away at `from`, in thousandths of a unit, and `fromVersion` and `fromPrior` are
 * the versions of the state at `from`.
 */
export type MovementToUndo = {
  action: string;
  entry?: number | undefined;
  inside: number;
  admitted: number;
  before?: Presence | undefined;
  version?: number | undefined;
  place?: number | undefined;
  from?: number | undefined;
  fromVersion?: number | undefined;
  prior?: number | undefined;
  fromPrior?: number | undefined;
  delta?: number | undefined;
  door: string;
  /** The round in which `counted` was added to a tally, in thousandths of the unit. */
  round?: number | undefined;
  counted?: number | undefined;
  isUndone: boolean;
};

/** What a user has in hand. `version` grows with every change. */
export type StoredHand = Hand & { version: number };

/** Times are milliseconds since 1970. SQLite writes booleans as 0 and 1. */
type Flag = number | boolean;

export type LedgerRow = {
  id: number;
  name: string;
  title: string | null;
  kind: KindName;
  rules: string;
  list: number;
  revision: number;
  inside: number;
  round: number | null;
  blind: Flag | null;
  recount: Flag | null;
};

/** The columns of `LedgerRow`. */
export const ledgerColumns =
  "registers.id, name, title, kind, rules, coalesce(entries_from, registers.id) AS list, revision, counters.inside, rounds.id AS round, blind, recount";

/** The tables of `ledgerColumns`. */
export const ledgerTables = `registers
  JOIN counters ON counters.register = registers.id
  LEFT JOIN rounds ON rounds.register = registers.id AND rounds.ended_at IS NULL`;

export function toLedgerRegister(row: LedgerRow): LedgerRegister {
  const { id, name, title, kind, rules, list, revision, inside, round } = row;
  return {
    id,
    name,
    title: title ?? undefined,
    kind: kinds[kind],
    rules: JSON.parse(rules),
    list,
    revision,
    inside,
    round:
      round === null
        ? undefined
        : { id: round, blind: Boolean(row.blind), recount: Boolean(row.recount) },
  };
}

export type TallyRow = Tally & { round: number; entry: number };

export type EntryRow = {
  id: number;
  label: string;
  role: NonNullable<Entry["role"]> | null;
  category: string | null;
  attention: string | null;
  fields: string;
  blocked: Flag;
  valid_from: number | null;
  valid_until: number | null;
  unit: string | null;
  minimum: number | null;
  amount: number | null;
  recalled: string | null;
  unnamed: Flag;
  version: number;
};

const entryColumnNames = [
  "id",
  "label",
  "role",
  "category",
  "attention",
  "fields",
  "blocked",
  "valid_from",
  "valid_until",
  "unit",
  "minimum",
  "amount",
  "recalled",
  "unnamed",
  "version",
] as const satisfies readonly (keyof EntryRow)[];

/** The columns of `EntryRow`. */
export const entryColumns = entryColumnNames.map((name) => `entries.${name}`).join(", ");

export function toEntry(row: EntryRow): Entry {
  const { id, label, role, category, attention, valid_from, valid_until, version } = row;
  const { unit, minimum, amount, recalled } = row;
  const maybeNull = {
    role,
    group: category,
    attention,
    validFrom: valid_from,
    validUntil: valid_until,
    unit,
    minimum,
    amount,
    recalled: recalled === null ? null : JSON.parse(recalled),
    unnamed: row.unnamed ? true : null,
  };
  return {
    id,
    label,
    // A template of the owner may list an entry, so properties without a value are absent.
    ...Object.fromEntries(Object.entries(maybeNull).filter(([, value]) => value !== null)),
    fields: JSON.parse(row.fields),
    blocked: Boolean(row.blocked),
    version,
  };
}

/** A state of an entry in a register, with the label of the place. */
export type StateRow = {
  register: number;
  entry: number;
  place: number;
  label: string | null;
  status: PlacedState["status"];
  quantity: number;
  since: number;
  door: string;
  uses: number;
  version: number;
  effective: number;
};

/** The columns of `StateRow`. */
const stateColumns =
  "states.register, states.entry, states.place, places.label, states.status, states.quantity, states.since, states.door, states.uses, states.version, states.effective";

/** Selects `StateRow`, up to its condition. Both databases understand it. */
export const selectStates = `
  SELECT ${stateColumns} FROM states LEFT JOIN entries AS places ON places.id = states.place`;

export function toPlacedState({ register: _, entry: __, label, ...state }: StateRow): PlacedState {
  return { ...state, label: label ?? undefined };
}

/** The states are those of one register. */
export function toEntryRecord(row: EntryRow, keys: string[], states: PlacedState[]): EntryRecord {
  const isOfStock = states.some(({ status }) => status === "booked" || status === "counted");
  return {
    ...toEntry(row),
    keys,
    presence: isOfStock ? undefined : findPresence(states),
    stock: isOfStock ? states.map(toStockAt) : undefined,
  };
}

function toStockAt({ place, label, quantity, status, since, door }: PlacedState): StockAt {
  return { place, label, quantity, isCounted: status === "counted", since, door };
}

/** What a user has in hand. `user` is a word of SQL, so its column is quoted. */
export type HandRow = {
  inbox: string;
  user: string;
  register: number;
  place: number | null;
  from_place: number | null;
  quantity: number | null;
  since: number;
  touched_at: number;
  version: number;
};

/** The columns of `HandRow`. */
export const handColumns =
  'inbox, "user", register, place, from_place, quantity, since, touched_at, version';

export function toStoredHand(row: HandRow): StoredHand {
  const { place, from_place, quantity, since, touched_at, version } = row;
  return {
    place: place ?? undefined,
    from: from_place ?? undefined,
    quantity: quantity ?? undefined,
    since,
    touchedAt: touched_at,
    version,
  };
}

export type MovementToUndoRow = {
  action: string;
  entry: number | null;
  inside: number;
  admitted: number;
  was: string | null;
  version: number | null;
  place: number | null;
  from_place: number | null;
  from_version: number | null;
  prior: number | null;
  from_prior: number | null;
  delta: number | null;
  door: string;
  round: number | null;
  counted: number | null;
  is_undone: Flag;
};

/** The columns of `MovementToUndoRow` but the last one. */
export const undoableColumns =
  "action, entry, inside, admitted, was, version, prior, place, from_place, from_version, from_prior, delta, door, round, counted";

export function toMovementToUndo(row: MovementToUndoRow): MovementToUndo {
  const { action, entry, inside, admitted, was, version } = row;
  const { prior, place, from_place, from_version, from_prior, delta } = row;
  return {
    action,
    entry: entry ?? undefined,
    inside,
    admitted,
    before: was === null ? undefined : JSON.parse(was),
    version: version ?? undefined,
    place: place ?? undefined,
    from: from_place ?? undefined,
    fromVersion: from_version ?? undefined,
    prior: prior ?? undefined,
    fromPrior: from_prior ?? undefined,
    delta: delta ?? undefined,
    door: row.door,
    round: row.round ?? undefined,
    counted: row.counted ?? undefined,
    isUndone: Boolean(row.is_undone),
  };
}

export type RegisterRow = {
  id: number;
  name: string;
  title: string | null;
  kind: KindName;
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
  forced: Flag;
  scanned: string | null;
};

/** The columns of `MovementRow`. Both databases understand them. */
export const movementColumns = `movements.id, movements.entry, entries.label, scan, undoes, at, door, action, result, code,
  movements.place, places.label AS place_label, from_place, sources.label AS from_label, delta, lot, serial, expires, movements.round, counted, forced,
  CASE WHEN movements.code IN ('unknown', 'ambiguous') THEN (
    SELECT substr(coalesce(nullif(scans.content, ''), scans.identifier), 1, 200) FROM scans WHERE scans.id = movements.scan
  ) END AS scanned`;

/** The tables of `movementColumns`. */
export const movementTables = `movements
  LEFT JOIN entries ON entries.id = movements.entry
  LEFT JOIN entries AS places ON places.id = movements.place
  LEFT JOIN entries AS sources ON sources.id = from_place`;

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
    place: toPlaceName(row.place, row.place_label),
    from: toPlaceName(row.from_place, row.from_label),
    delta: row.delta ?? undefined,
    round: row.round ?? undefined,
    counted: row.counted ?? undefined,
    lot: row.lot ?? undefined,
    serial: row.serial ?? undefined,
    expires: row.expires === null ? undefined : new Date(row.expires).toISOString(),
    forced: Boolean(row.forced),
    scanned: row.scanned ?? undefined,
  };
}

function toPlaceName(id: number | null, label: string | null): PlaceName | undefined {
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
    registers.id AS id, name, title, kind, rules, coalesce(entries_from, registers.id) AS list, revision,
    counters.inside, NULL AS round
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
          told: { inside: row.inside },
          now: at,
          showsNames: false,
        }).reply;
  const { hidden: _, ...shown } = reply;
  return { ...shown, movement, at: new Date(at).toISOString() };
}
