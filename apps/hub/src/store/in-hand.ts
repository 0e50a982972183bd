import { handIdleMs } from "../registers/hand-idle.ts";
import { toDueDay } from "../registers/interval.ts";
import type { HeldThings } from "../registers/kinds/kind.ts";
import type { Action, Hand } from "../registers/register.ts";
import type { ToldHand } from "../registers/verdict.ts";
import { findPerson, type Ledger } from "./ledger.ts";
import type { LedgerRegister, StoredHand } from "./ledger-row.ts";

/**
 * Returns the things that a user has in hand: none after a pause, and no place or person that was
 * deleted.
 */
export function toHeldThings(
  ledger: Ledger,
  register: LedgerRegister,
  stored: StoredHand | undefined,
  now: number,
): HeldThings {
  if (!stored || Math.abs(now - stored.touchedAt) > handIdleMs)
    return takeInHand(ledger, register, {}, now);
  return { ...stored, ...findHeld(ledger, register, stored) };
}

/** Returns the hand of somebody who has just taken these things. */
export function takeInHand(
  ledger: Ledger,
  register: LedgerRegister,
  { dueAt, ...taken }: Pick<Hand, "place" | "from" | "holder" | "dueAt">,
  now: number,
): HeldThings {
  const held = findHeld(ledger, register, taken);
  return { ...held, dueAt, since: now, touchedAt: now - 1 };
}

function findHeld(
  ledger: Ledger,
  register: LedgerRegister,
  { place, from, holder }: Pick<Hand, "place" | "from" | "holder">,
) {
  const find = (id: number | undefined) => {
    const entry = id === undefined ? undefined : ledger.entry(register.list, id);
    return entry?.role === "place" ? entry : undefined;
  };
  return { place: find(place), from: find(from), holder: findPerson(ledger, register, holder) };
}

/** Returns what a verdict tells about a hand; undefined for an empty one. */
export function toToldHand(
  ledger: Ledger,
  register: LedgerRegister,
  action: Action,
  { place, from, quantity, holder, dueAt, touchedAt }: Hand,
): ToldHand | undefined {
  const label = (id: number | undefined) =>
    id === undefined ? undefined : ledger.entry(register.list, id)?.label;
  if (place === undefined && quantity === undefined && holder === undefined) return undefined;
  return {
    action,
    until: new Date(touchedAt + handIdleMs).toISOString(),
    place: label(place),
    from: label(from),
    quantity: quantity === undefined ? undefined : quantity / 1000,
    holder: findPerson(ledger, register, holder)?.label,
    due: dueAt === undefined ? undefined : new Date(dueAt).toISOString(),
    dueDay: toDueDay(dueAt),
  };
}
