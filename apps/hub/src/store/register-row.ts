import type { KindName } from "../registers/register.ts";
import type { Binding, RegisterRecord } from "./registers.ts";
import type { Origin } from "./routing.ts";

export type RegisterRow = {
  id: number;
  name: string;
  title: string | null;
  kind: KindName;
  rules: string;
  entries_from: string | null;
  people_from: string | null;
  keep_days: number | null;
  secrets: string | null;
  origin: Origin;
  created_at: number;
  revision: number;
  changed_at: number | null;
  inside: number;
  admitted: number;
  refused: number;
  last_at: number | null;
};

/**
 * Selects `RegisterRow`. Both databases understand it. The range of one register makes PostgreSQL
 * use the index of registers; for an idle one beside a busy one it would read the whole journal.
 */
export const selectRegisters = `
  SELECT registers.id, registers.name, registers.title, registers.kind, registers.rules, lists.name AS entries_from, owners.name AS people_from,
    registers.keep_days, registers.secrets, registers.origin, registers.created_at, registers.revision, registers.changed_at,
    counters.inside, counters.admitted, counters.refused,
    (SELECT at FROM movements WHERE movements.register BETWEEN registers.id AND registers.id
      ORDER BY movements.register DESC, movements.id DESC LIMIT 1) AS last_at
  FROM registers JOIN counters ON counters.register = registers.id
  LEFT JOIN registers AS lists ON lists.id = registers.entries_from
  LEFT JOIN registers AS owners ON owners.id = registers.people_from
  ORDER BY registers.name`;

export type BindingRow = Binding & { register: number };

export function toRegisterRecord(row: RegisterRow, bindings: BindingRow[]): RegisterRecord {
  const { id, name, title, kind, entries_from, keep_days, revision, last_at } = row;
  const { origin, inside, admitted, refused } = row;
  return {
    id,
    name,
    title: title ?? undefined,
    kind,
    rules: JSON.parse(row.rules),
    entriesFrom: entries_from ?? undefined,
    peopleFrom: row.people_from ?? undefined,
    keepDays: keep_days ?? undefined,
    secrets: Object.keys(JSON.parse(row.secrets ?? "{}")).sort(),
    origin,
    createdAt: new Date(row.created_at).toISOString(),
    revision,
    changedAt: new Date(row.changed_at ?? row.created_at).toISOString(),
    bindings: bindings
      .filter(({ register }) => register === id)
      .map(({ inbox, action, answer }) => ({ inbox, action, answer })),
    inside,
    admitted,
    refused,
    lastMovementAt: last_at === null ? undefined : new Date(last_at).toISOString(),
  };
}
