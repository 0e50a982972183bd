import type { Job } from "../jobs/job.ts";
import { jobs } from "../jobs/jobs.svelte.ts";
import { withoutQuery } from "../jobs/without-query.ts";
import type { SettledOutcome } from "../outcome/scan-outcome.ts";
import {
  type Holding,
  learnFromSilence,
  learnFromVerdict,
  parseHoldings,
  putDownAll,
} from "./holding.ts";

// Kept for the session of the window, so that a reload within two minutes loses nothing.
const key = "scanhook.in-hand";
const maxHoldings = 10;

let holdings = $state.raw(readStored());

/** Returns what the user of the job that is on has in hand; undefined if it books nothing. */
export function currentHolding(): Holding | undefined {
  return jobs.on && find(jobs.on.url, jobs.on.user);
}

/** Learns from the answer to a scan that was sent with this quantity. */
export function learnFromOutcome(
  outcome: SettledOutcome,
  { url, user }: Job,
  quantity: string | undefined,
): void {
  const scan = { receiver: withoutQuery(url), user, quantity, now: Date.now() };
  const before = find(url, user);
  const after =
    outcome.kind === "accepted"
      ? learnFromVerdict(before, outcome.verdict, scan)
      : before && learnFromSilence(before);
  if (after !== before) replace(before, after);
}

/** Sets the quantity of the next scan. */
export function setNextQuantity(next: string | undefined): void {
  const holding = currentHolding();
  if (holding) replace(holding, { ...holding, next });
}

/** Returns the quantity of the scan that is being made, and uses it up. */
export function takeNextQuantity(): string | undefined {
  const next = currentHolding()?.next;
  if (next !== undefined) setNextQuantity(undefined);
  return next;
}

/** Forgets what was in hand, because it was put down or its time is over. */
export function forgetHand(holding: Holding): void {
  const current = find(holding.receiver, holding.user);
  if (current?.decidedAt === holding.decidedAt) replace(current, putDownAll(current));
}

function find(url: string, user: string): Holding | undefined {
  const receiver = withoutQuery(url);
  return holdings.find((each) => each.receiver === receiver && each.user === user);
}

function replace(before: Holding | undefined, after: Holding | undefined): void {
  const others = holdings.filter((each) => each !== before);
  holdings = (after ? [...others, after] : others).slice(-maxHoldings);
  try {
    sessionStorage.setItem(key, JSON.stringify(holdings));
  } catch {
    // Storage is full or forbidden, so a reload forgets what is in hand.
  }
}

function readStored(): Holding[] {
  try {
    return parseHoldings(sessionStorage.getItem(key), Date.now());
  } catch {
    return [];
  }
}
