import type { Verdict } from "@scanhook/webhook";

/** The things that the user of a job has in hand, as far as this device knows. */
export type Holding = {
  /** The receiver URL without its query. */
  receiver: string;
  user: string;
  /** When the receiver gave the verdict that this is from, in milliseconds by its clock. */
  decidedAt: number;
  hand?: Held | undefined;
  /** Whether a scan got no answer since then, which may have changed what is in hand. */
  isUnsure?: boolean | undefined;
  /** Whether things are booked although no place is in hand. */
  isPlaceless: boolean;
  /** The quantity of the next scan, as it was typed. */
  next?: string | undefined;
};

/** Things in hand until a moment of this device's clock, in milliseconds since 1970. */
export type Held = {
  action: string;
  place?: string | undefined;
  from?: string | undefined;
  quantity?: number | undefined;
  until: number;
};

/** No hub keeps things in hand for longer without a scan. */
const maxIdleMs = 600_000;

/**
 * Returns what the user has in hand after a verdict; undefined if the receiver books nothing. A
 * verdict that was given before the newest one changes nothing, as when a scan is sent again. The
 * time limit is measured from now, because the receiver's clock may differ.
 */
export function learnFromVerdict(
  before: Holding | undefined,
  verdict: Verdict | undefined,
  scan: { receiver: string; user: string; quantity?: string | undefined; now: number },
): Holding | undefined {
  const { receiver, user, now } = scan;
  if (!verdict || verdict.counts) return undefined;
  const { hand, booking } = verdict;
  if (!hand && !booking && !before) return undefined;
  const parsed = Date.parse(verdict.at ?? "");
  const decidedAt = Number.isNaN(parsed) ? now : parsed;
  if (before && decidedAt < before.decidedAt) return before;
  const idleMs = hand ? Date.parse(hand.until) - decidedAt : 0;
  const until = now + Math.min(Math.max(idleMs, 0), maxIdleMs);
  const { action, place, from, quantity } = hand ?? {};
  const held = action === undefined ? undefined : { action, place, from, quantity, until };
  // The code of a place takes no quantity, so the typed one is for the thing that follows.
  const isUnused = verdict.result !== "no" && !booking && quantity === undefined;
  return {
    receiver,
    user,
    decidedAt,
    hand: held,
    isPlaceless: booking ? place === undefined : (before?.isPlaceless ?? false),
    next: before?.next ?? (isUnused ? scan.quantity : undefined),
  };
}

/** Returns what is known after a scan that may have reached the receiver, but got no verdict. */
export function learnFromSilence(holding: Holding): Holding {
  return holding.hand ? { ...holding, isUnsure: true } : holding;
}

/** Returns what is left once nothing is in hand any more. */
export function putDownAll(holding: Holding): Holding {
  return { ...holding, hand: undefined, isUnsure: undefined, next: undefined };
}

/**
 * Reads stored holdings. Leaves out what is no holding, and puts down what was in hand for too
 * long.
 */
export function parseHoldings(stored: string | null, now: number): Holding[] {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  return value.filter(isHolding).map((holding) => {
    const { until = 0 } = holding.hand ?? {};
    const isOver = holding.hand !== undefined && (until <= now || until > now + maxIdleMs);
    return isOver ? putDownAll(holding) : holding;
  });
}

function isHolding(value: Partial<Holding> | null): value is Holding {
  return (
    typeof value?.receiver === "string" &&
    typeof value.user === "string" &&
    typeof value.decidedAt === "number"
  );
}
