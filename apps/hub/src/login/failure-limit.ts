import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Limits how often an address may fail: a burst of failures is free, then one every few seconds.
 * With an `account`, each account has a limit of its own at each address.
 */
export type FailureLimit = {
  /** Returns the seconds until this address may try again; 0 if it may try now. */
  secondsToWait(address: string, account?: string): number;
  /**
   * Counts a failure and returns 0; if the address has to wait, counts nothing and returns the
   * seconds.
   */
  recordFailure(address: string, account?: string): number;
  /**
   * Takes one failure back. Callers record a failure before a slow check, and undo it when the
   * check succeeds.
   */
  undoFailure(address: string, account?: string): void;
};

const secondsPerFailure = 10;
const maxBuckets = 10_000;

type Bucket = { tokens: number; filledAt: number };

/**
 * Creates a token bucket for each address, and for each /64 of IPv6, since one host owns all of it.
 * `burst` is the number of failures that are free. Holds at most 10,000 buckets and forgets the
 * longest unused first.
 */
export function createFailureLimit({
  now = () => performance.now(),
  burst = 10,
}: {
  now?: () => number;
  burst?: number;
} = {}): FailureLimit {
  const buckets = new Map<string, Bucket>();

  function fillBucket(key: string): Bucket {
    const filledAt = now();
    const { tokens, filledAt: lastFilledAt } = buckets.get(key) ?? { tokens: burst, filledAt };
    const earnedTokens = (filledAt - lastFilledAt) / 1000 / secondsPerFailure;
    return { tokens: Math.min(burst, tokens + earnedTokens), filledAt };
  }

  function storeBucket(key: string, { tokens, filledAt }: Bucket): void {
    // A Map keeps the order of insertion, so the first key is the one unused for longest.
    buckets.delete(key);
    if (tokens >= burst) return;
    buckets.set(key, { tokens, filledAt });
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value!);
  }

  return {
    secondsToWait(address, account) {
      // Asked for every scan, and mostly nobody fails.
      if (buckets.size === 0) return 0;
      return toWaitSeconds(fillBucket(toKey(address, account)).tokens);
    },
    recordFailure(address, account) {
      const key = toKey(address, account);
      const { tokens, filledAt } = fillBucket(key);
      const wait = toWaitSeconds(tokens);
      if (wait === 0) storeBucket(key, { tokens: tokens - 1, filledAt });
      return wait;
    },
    undoFailure(address, account) {
      const key = toKey(address, account);
      const { tokens, filledAt } = fillBucket(key);
      storeBucket(key, { tokens: tokens + 1, filledAt });
    },
  };
}

function toWaitSeconds(tokens: number): number {
  return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * secondsPerFailure));
}

function toKey(address: string, account = ""): string {
  return `${toNetwork(address)} ${account}`;
}

function toNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
