import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Limits how often an address may fail: first a burst of failures, then one failure every few
 * seconds. With an `account`, each account has a limit of its own at each address.
 */
export type FailureLimit = {
  /** Returns the seconds until this address may try again; 0 if it may try now. */
  secondsToWait(address: string, account?: string): number;
  /**
   * Counts a failure and returns 0. If the address has to wait, counts nothing and returns the
   * seconds to wait.
   */
  recordFailure(address: string, account?: string): number;
  /**
   * Subtracts one failure. Callers record a failure before a slow check, and undo it if the check
   * succeeds.
   */
  undoFailure(address: string, account?: string): void;
};

const maxBuckets = 10_000;

type Bucket = { tokens: number; filledAt: number };

/**
 * Creates a limit with a token bucket for each IPv4 address and each /64 network of IPv6, because a
 * host may use all addresses of its /64. `burst` is the number of failures in a burst. Keeps at
 * most 10,000 buckets; the one that was unused for the longest time is dropped first. An address
 * may also be another text, such as one that names an account.
 */
export function createFailureLimit({
  now = () => performance.now(),
  burst = 10,
  secondsPerFailure = 10,
}: {
  now?: () => number;
  burst?: number;
  secondsPerFailure?: number;
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

  function toWaitSeconds(tokens: number): number {
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) * secondsPerFailure));
  }

  return {
    secondsToWait(address, account) {
      // A fast path, because this is called for every scan, and usually nobody has failed.
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

function toKey(address: string, account = ""): string {
  return `${toNetwork(address)} ${account}`;
}

function toNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
