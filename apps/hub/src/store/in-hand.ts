import type { HeldThings } from "../registers/kinds/kind.ts";
import type { Action, Hand, ToldHand } from "../registers/register.ts";
import type { Ledger } from "./ledger.ts";
import type { StoredHand } from "./ledger-row.ts";

/** A user who scans nothing for this long, in milliseconds, has nothing in hand any more. */
const handIdleMs = 120_000;

/**
 * Returns the things that a user has in hand: none after a pause, and no place that was deleted.
 */
export function toHeldThings(
  ledger: Ledger,
  list: number,
  stored: StoredHand | undefined,
  now: number,
): HeldThings {
  if (!stored || Math.abs(now - stored.touchedAt) > handIdleMs)
    return takeInHand(ledger, list, {}, now);
  return { ...stored, ...findPlaces(ledger, list, stored) };
}

/** Returns the hand of somebody who has just taken these places. */
export function takeInHand(
  ledger: Ledger,
  list: number,
  places: Pick<Hand, "place" | "from">,
  now: number,
): HeldThings {
  return { ...findPlaces(ledger, list, places), since: now, touchedAt: now - 1 };
}

function findPlaces(ledger: Ledger, list: number, { place, from }: Pick<Hand, "place" | "from">) {
  const find = (id: number | undefined) => {
    const entry = id === undefined ? undefined : ledger.entry(list, id);
    return entry?.role === "place" ? entry : undefined;
  };
  return { place: find(place), from: find(from) };
}

/** Returns what a verdict tells about a hand; undefined for an empty one. */
export function toToldHand(
  ledger: Ledger,
  list: number,
  action: Action,
  { place, from, quantity, touchedAt }: Hand,
): ToldHand | undefined {
  const label = (id: number | undefined) =>
    id === undefined ? undefined : ledger.entry(list, id)?.label;
  if (place === undefined && quantity === undefined) return undefined;
  const until = new Date(touchedAt + handIdleMs).toISOString();
  const units = quantity === undefined ? undefined : quantity / 1000;
  return { action, until, place: label(place), from: label(from), quantity: units };
}
