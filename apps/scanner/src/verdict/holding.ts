import type { Verdict } from "@scanhook/webhook";

/** The things that the user of a job has in hand, as far as this device knows. */
export type Holding = {
  /** The receiver URL without its query. */
  receiver: string;
  user: string;
  /** When the receiver gave the verdict that this is from, in milliseconds by its clock. */
  decidedAt: number;
  /** When that scan was made, by this device's clock. */
  scannedAt: number;
  /** By the same clock, the last time when what earlier scans put in hand was put down. */
  putDownAt?: number | undefined;
  hand?: Held | undefined;
  /** Whether a scan got no answer since then, which may have changed what is in hand. */
  isUnsure?: boolean | undefined;
  /** Whether things are booked although no place is in hand. */
  isPlaceless: boolean;
  /** The quantity of the next scan, as it was typed. */
  next?: string | undefined;
  /** The id of the newest scan. */
  newestScan?: string | undefined;
};

/** A scan as its history entry has it: `at` is when it was made. */
export type SentScan = { id: string; at: number; quantity?: string | undefined };

/** Things in hand until a moment of this device's clock, in milliseconds since 1970. */
export type Held = {
  action: string;
  place?: string | undefined;
  from?: string | undefined;
  quantity?: number | undefined;
  /** The person who gets the next things, and when these are due, as in a verdict. */
  holder?: string | undefined;
  due?: string | undefined;
  dueDay?: string | undefined;
  until: number;
};

/** No hub keeps things in hand for longer without a scan. */
const maxIdleMs = 600_000;

/**
 * Returns what the user has in hand after a verdict; undefined if the receiver books and lends
 * nothing. A verdict that was given before the newest one changes nothing, and neither does one
 * about a scan that was made before everything was put down, as when it is sent again. The time
 * limit is measured from the scan, because the receiver's clock may differ.
 */
export function learnFromVerdict(
  before: Holding | undefined,
  verdict: Verdict | undefined,
  scan: SentScan & { receiver: string; user: string; now: number },
): Holding | undefined {
  const { receiver, user, now } = scan;
  if (!verdict || verdict.counts) return undefined;
  const { hand, booking, loan } = verdict;
  if (!hand && !booking && !loan && !before) return undefined;
  const parsed = Date.parse(verdict.at ?? "");
  const decidedAt = Number.isNaN(parsed) ? now : parsed;
  if (before && decidedAt < before.decidedAt) return before;
  if (before?.putDownAt !== undefined && scan.at <= before.putDownAt) return before;
  const idleMs = hand ? Date.parse(hand.until) - decidedAt : 0;
  const until = scan.at + Math.min(Math.max(idleMs, 0), maxIdleMs);
  const isOver = hand !== undefined && until <= now;
  if (before && isOver) return before;
  const { action, place, from, quantity, holder, due, dueDay } = hand ?? {};
  const held =
    !action || isOver ? undefined : { action, place, from, quantity, holder, due, dueDay, until };
  // A refused scan and the code of a place use no quantity up, so the typed one is for the thing
  // that follows, unless it was scanned before this answer arrived.
  const isUnused = verdict.result === "no" || (!booking && !loan && quantity === undefined);
  const isNewest = scan.id === before?.newestScan;
  return {
    receiver,
    user,
    decidedAt,
    scannedAt: scan.at,
    putDownAt: before?.putDownAt,
    hand: held,
    isPlaceless: booking ? place === undefined : (before?.isPlaceless ?? false),
    next: before?.next ?? (isUnused && isNewest ? scan.quantity : undefined),
    newestScan: before?.newestScan,
  };
}

/** Returns what is known after a scan that may have reached the receiver, but got no verdict. */
export function learnFromSilence(holding: Holding): Holding {
  return holding.hand ? { ...holding, isUnsure: true } : holding;
}

/**
 * Returns what is left after everything was put down that scans until `putDownAt` put in hand. What
 * a later scan put there stays.
 */
export function putDownAll(holding: Holding, putDownAt: number): Holding {
  const earlier = { ...holding, putDownAt };
  if (holding.scannedAt > putDownAt) return earlier;
  return { ...earlier, hand: undefined, isUnsure: undefined, next: undefined };
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
    return isOver ? putDownAll(holding, holding.scannedAt) : holding;
  });
}

function isHolding(value: Partial<Holding> | null): value is Holding {
  return (
    typeof value?.receiver === "string" &&
    typeof value.user === "string" &&
    typeof value.decidedAt === "number" &&
    typeof value.scannedAt === "number"
  );
}
