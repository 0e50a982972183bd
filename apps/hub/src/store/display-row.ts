import { kinds } from "../registers/kinds/kinds.ts";
import type { DisplayRecord, DisplayView } from "./displays.ts";
import { type LedgerRow, toLedgerRegister } from "./ledger-row.ts";
import { type MovementRow, toToldMovement } from "./movement-row.ts";

/** SQLite writes booleans as 0 and 1. */
export type DisplayRow = {
  id: number;
  door: string | null;
  names: number | boolean;
  created_at: number;
};

/** The columns of `DisplayRow`. */
export const displayColumns = "displays.id, door, names, created_at";

export function toDisplayRecord({ id, door, names, created_at }: DisplayRow): DisplayRecord {
  return {
    id,
    door: door ?? undefined,
    names: Boolean(names),
    createdAt: new Date(created_at).toISOString(),
  };
}

/** A display together with its register. */
export type DisplayedRow = LedgerRow & Pick<DisplayRow, "door" | "names">;

export function toDisplayView(
  row: DisplayedRow,
  last: (MovementRow & { reply: string | null }) | undefined,
): DisplayView {
  const { name, title, kind, rules, inside } = toLedgerRegister(row);
  return {
    register: name,
    kind: row.kind,
    title,
    door: row.door ?? undefined,
    names: Boolean(row.names),
    inside: kind === kinds["check-in"] ? inside : undefined,
    capacity: rules.capacity,
    last: last && toToldMovement(last, row),
  };
}
