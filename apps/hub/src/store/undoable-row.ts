import type { ProductFacts } from "../registers/product-facts.ts";
import type { Presence, Verdict } from "../registers/register.ts";
import type { Flag } from "./ledger-row.ts";

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
  /** The quantity of the scan or act, in thousandths of the unit. */
  quantity?: number | undefined;
  facts: Pick<ProductFacts, "lot" | "serial" | "expires">;
  isUndone: boolean;
};

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
  lot: string | null;
  serial: string | null;
  expires: number | null;
  reply: string | null;
  is_undone: Flag;
};

/** The columns of `MovementToUndoRow` but the last one. */
export const undoableColumns =
  "action, entry, inside, admitted, was, version, prior, place, from_place, from_version, from_prior, delta, door, round, counted, lot, serial, expires, reply";

export function toMovementToUndo(row: MovementToUndoRow): MovementToUndo {
  const { action, entry, inside, admitted, was, version } = row;
  const { prior, place, from_place, from_version, from_prior, delta, lot, serial, expires } = row;
  const { booking }: Partial<Verdict> = JSON.parse(row.reply ?? "{}");
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
    quantity: booking && Math.round(booking.quantity * 1000),
    facts: {
      ...(lot !== null && { lot }),
      ...(serial !== null && { serial }),
      ...(expires !== null && { expires }),
    },
    isUndone: Boolean(row.is_undone),
  };
}
