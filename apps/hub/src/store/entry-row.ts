import { findPresence } from "../registers/kinds/check-in.ts";
import type { Entry, PlacedState } from "../registers/register.ts";
import type { Flag } from "./ledger-row.ts";
import type { EntryRecord, StockAt } from "./registers.ts";

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
