import type { Outcome } from "@scanhook/webhook";

/**
 * Remembers which receivers decide about scans, so that a scan without an answer counts as not
 * checked there, and not merely as not sent. A receiver decides if it gave a verdict when it last
 * accepted a scan.
 */
export type DecidingReceivers = {
  has(address: string): boolean;
  /** Learns from the outcome of a scan. Only an accepted scan shows whether a receiver decides. */
  learn(address: string, outcome: Outcome): void;
};

const key = "scanhook.deciding";
const maxReceivers = 20;

/**
 * Creates the memory in `storage`, with the receiver that was learned last at the end. Without
 * storage, the memory lasts until the app is closed.
 */
export function createDecidingReceivers(
  storage: () => Pick<Storage, "getItem" | "setItem">,
): DecidingReceivers {
  let addresses = read(storage);
  return {
    has: (address) => addresses.includes(address),
    learn(address, outcome) {
      if (outcome.kind !== "accepted") return;
      const decides = outcome.verdict !== undefined;
      if (decides === addresses.includes(address)) return;
      const others = addresses.filter((each) => each !== address);
      addresses = decides ? [...others, address].slice(-maxReceivers) : others;
      try {
        storage().setItem(key, JSON.stringify(addresses));
      } catch {
        // Storage is full or forbidden.
      }
    },
  };
}

function read(storage: () => Pick<Storage, "getItem">): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}

/** The receivers that this device knows to decide. */
export const decidingReceivers = createDecidingReceivers(() => localStorage);
