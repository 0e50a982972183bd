import type { ProductFacts } from "../registers/product-facts.ts";
import type { Ask } from "../registers/questions.ts";
import type { Presence, State } from "../registers/register.ts";
import type { Code, Verdict } from "../registers/verdict.ts";
import type { Flag } from "./ledger-row.ts";

/**
 * A movement and its effects. `inside` and `admitted` are what it added to the counters, `before`
 * is the state before it, `version` the version of the state after it, absent if it changed
 * nothing, and `prior` the effective version before it. `delta` is the quantity that it added at
 * `place` and took away at `from`, in thousandths of a unit, and `fromVersion` and `fromPrior` are
 * the versions of the state at `from`.
 */
export type EarlierMovement = {
  action: string;
  entry?: number | undefined;
  inside: number;
  admitted: number;
  before?: Presence | State | undefined;
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
  /** The decision, and when it was made, in milliseconds since 1970. */
  code: Code;
  at: number;
  /** The person whom the movement is about, and the date of the thing after it. */
  holder?: number | undefined;
  dueAt?: number | undefined;
  /** The questions of its verdict, and whether they are answered. */
  ask?: Ask | undefined;
  isAnswered: boolean;
};

export type EarlierMovementRow = {
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
  code: Code;
  at: number;
  holder: number | null;
  due_at: number | null;
  is_undone: Flag;
  is_answered: Flag;
};

/** The columns of `EarlierMovementRow`. */
export const earlierColumns = `action, entry, inside, admitted, was, version, prior, place, from_place, from_version,
  from_prior, delta, door, round, counted, lot, serial, expires, reply, code, at, holder, due_at,
  EXISTS (SELECT 1 FROM movements AS later WHERE later.undoes = movements.id) AS is_undone,
  EXISTS (SELECT 1 FROM movements AS later WHERE later.answered = movements.id) AS is_answered`;

export function toEarlierMovement(row: EarlierMovementRow): EarlierMovement {
  const { action, entry, inside, admitted, was, version } = row;
  const { prior, place, from_place, from_version, from_prior, delta, lot, serial, expires } = row;
  const { booking, ask }: Partial<Verdict> = JSON.parse(row.reply ?? "{}");
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
    code: row.code,
    at: row.at,
    holder: row.holder ?? undefined,
    dueAt: row.due_at ?? undefined,
    ask,
    isAnswered: Boolean(row.is_answered),
  };
}
