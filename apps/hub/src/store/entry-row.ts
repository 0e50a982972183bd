import { toDueDay } from "../registers/interval.ts";
import { findPresence } from "../registers/kinds/check-in.ts";
import type { Loan } from "../registers/kinds/kind.ts";
import { findMet } from "../registers/kinds/leads.ts";
import type { CareStatus, Entry, LeadStatus, PlacedState } from "../registers/register.ts";
import type { Flag } from "./ledger-row.ts";
import type { EntryRecord, LeadRecord, StockAt } from "./registers.ts";

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
  holder: number | null;
  holder_label: string | null;
  due_at: number | null;
  told: number | null;
  version: number;
  effective: number;
};

/** The columns of `StateRow`. */
const stateColumns =
  "states.register, states.entry, states.place, places.label, states.status, states.quantity, states.since, states.door, states.uses, states.holder, holders.label AS holder_label, states.due_at, states.told, states.version, states.effective";

/** Selects `StateRow`, up to its condition. Both databases understand it. */
export const selectStates = `
  SELECT ${stateColumns} FROM states LEFT JOIN entries AS places ON places.id = states.place
  LEFT JOIN entries AS holders ON holders.id = states.holder`;

export function toPlacedState({ register: _, entry: __, ...row }: StateRow): PlacedState {
  const { label, holder, holder_label, due_at, told, ...state } = row;
  return {
    ...state,
    label: label ?? undefined,
    holder: holder ?? undefined,
    holderLabel: holder_label ?? undefined,
    dueAt: due_at ?? undefined,
    told: told ?? undefined,
  };
}

/** A thing that a person has. */
export type LoanRow = {
  register: number;
  entry: number;
  label: string;
  holder: number;
  due_at: number | null;
};

/** Selects `LoanRow`, up to its condition. */
export const selectLoans = `
  SELECT states.register, entry, entries.label, holder, due_at FROM states JOIN entries ON entries.id = entry`;

export function toLoan({ entry, label, due_at }: LoanRow): Loan {
  return { entry, label, dueAt: due_at ?? undefined };
}

/** Returns the columns of a state that a register has. */
export function toStateColumns({ label: _, holderLabel: __, ...state }: PlacedState) {
  const { holder = null, dueAt: due_at = null, told = null, ...columns } = state;
  return { ...columns, holder, due_at, told };
}

/** The states are those of one register. */
export function toEntryRecord(row: EntryRow, keys: string[], states: PlacedState[]): EntryRecord {
  const isOfStock = states.some(({ status }) => status === "booked" || status === "counted");
  const lead = toLeadRecord(states);
  const isLead = states.some(({ status }) => leadStatuses.includes(status));
  return {
    ...toEntry(row),
    keys,
    presence: isOfStock || isLead ? undefined : findPresence(states),
    stock: isOfStock ? states.map(toStockAt) : undefined,
    care: states.map(toCareRecord).find((care) => care !== undefined),
    lead,
    waits: states.some(({ status }) => status === "asked") || undefined,
  };
}

const careStatuses: readonly string[] = [
  "lent",
  "free",
  "passed",
  "failed",
  "seen",
  "set",
] satisfies CareStatus[];

const leadStatuses: readonly string[] = ["met", "asked", "dropped"] satisfies LeadStatus[];

function toCareRecord({ status, since, door, holder, holderLabel, dueAt }: PlacedState) {
  if (!careStatuses.includes(status)) return undefined;
  const name = holder === undefined ? undefined : { id: holder, label: holderLabel };
  const dueDay = toDueDay(dueAt);
  return { status: status as CareStatus, since, door, holder: name, dueAt, dueDay };
}

function toLeadRecord(states: readonly PlacedState[]): LeadRecord | undefined {
  const met = findMet(states);
  return met && { since: met.since, door: met.door, scans: met.uses };
}

function toStockAt({ place, label, quantity, status, since, door }: PlacedState): StockAt {
  return { place, label, quantity, isCounted: status === "counted", since, door };
}
