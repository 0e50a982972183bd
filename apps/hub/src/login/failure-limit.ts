import { isIPv6 } from "node:net";

/** Counts wrong tries for each address: a burst is free, then one in a while. */
export type FailureLimit = {
  /** Seconds until this address may try again; 0 when it may now. */
  secondsToWait(address: string): number;
  /** Counts a try as wrong if it may be made now, and answers 0; else counts nothing and answers the seconds to wait. */
  failed(address: string): number;
  /** Takes one wrong try back: it turned out to be right. */
  succeeded(address: string): void;
};

const burst = 10;
const secondsForOne = 10;
const rememberedAddresses = 10_000;

/**
 * A token bucket for each address (for IPv6: for each /64, since a host owns all of it).
 * Holds at most 10 000 addresses; the ones quiet for longest are forgotten first.
 */
export function createFailureLimit(options: { now?: () => number } = {}): FailureLimit {
  const now = options.now ?? (() => performance.now());
  const buckets = new Map<string, { tries: number; at: number }>();

  function fill(key: string): { tries: number; at: number } {
    const at = now();
    const old = buckets.get(key) ?? { tries: burst, at };
    return { tries: Math.min(burst, old.tries + (at - old.at) / 1000 / secondsForOne), at };
  }

  function toWait(tries: number): number {
    return tries >= 1 ? 0 : Math.max(1, Math.ceil((1 - tries) * secondsForOne));
  }

  function add(address: string, tries: 1 | -1): number {
    const key = toKey(address);
    const bucket = fill(key);
    const wait = toWait(bucket.tries);
    if (tries < 0 && wait > 0) return wait;
    buckets.delete(key);
    buckets.set(key, { tries: Math.min(burst, bucket.tries + tries), at: bucket.at });
    if (buckets.size > rememberedAddresses) buckets.delete(buckets.keys().next().value!);
    return 0;
  }

  return {
    secondsToWait: (address) => toWait(fill(toKey(address)).tries),
    failed: (address) => add(address, -1),
    succeeded: (address) => void add(address, 1),
  };
}

function toKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("%")[0]!.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array(Math.max(0, zeros)).fill("0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
