import { mayHaveArrived } from "../history/unsent.ts";
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
  type SentScan,
} from "./holding.ts";

// Kept for the session of the window, so that a reload within two minutes loses nothing.
const key = "scanhook.in-hand";
const maxHoldings = 10;

let holdings = $state.raw(readStored());

/** Returns what the user of the job that is on has in hand; undefined if it books nothing. */
export function currentHolding(): Holding | undefined {
  return jobs.on && find(jobs.on.url, jobs.on.user);
}

/** Learns from the outcome of a scan that was sent to the receiver of this job. */
export function learnFromOutcome(
  outcome: SettledOutcome,
  { url, user }: Job,
  { id, at, quantity }: SentScan,
): void {
  const scan = { id, at, quantity, receiver: withoutQuery(url), user, now: Date.now() };
  const before = find(url, user);
  let after = before;
  if (outcome.kind === "accepted") after = learnFromVerdict(before, outcome.verdict, scan);
  else if (before && mayHaveArrived(outcome)) after = learnFromSilence(before);
  if (after !== before) replace(before, after);
}

/** Sets the quantity of the next scan. */
export function setNextQuantity(next: string | undefined): void {
  const holding = currentHolding();
  if (holding) replace(holding, { ...holding, next });
}

/** Returns the quantity of the scan that is being made, and uses it up. */
export function takeNextQuantity(newestScan: string): string | undefined {
  const holding = currentHolding();
  if (holding) replace(holding, { ...holding, next: undefined, newestScan });
  return holding?.next;
}

/** Forgets what scans until this moment put in hand: it was put down, or its time is over. */
export function forgetHand({ receiver, user }: Holding, putDownAt: number): void {
  const current = find(receiver, user);
  if (current) replace(current, putDownAll(current, putDownAt));
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
