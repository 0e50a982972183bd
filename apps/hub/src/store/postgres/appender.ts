import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import type { Result } from "./append.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Resolves once nothing waits. */
  settled(): Promise<void>;
};

/**
 * The characters of bodies that may wait for the database. Beyond that, scans are refused so that
 * memory does not fill up.
 */
const maxWaitingSize = 64 * 1024 * 1024;

/** The greatest number of arrivals in one transaction, and of characters of their bodies. */
const maxGroupCount = 500;
const maxGroupSize = 4 * 1024 * 1024;

type WaitingArrival = {
  arrival: Arrival;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Passes arrivals to `store`, and everything together that arrived while it stored the previous
 * group. Groups grow with the load, and an arrival waits for one group at most. Calls `onStored`
 * after each group.
 */
export function createAppender(
  store: (arrivals: readonly Arrival[]) => Promise<Result[]>,
  onStored: (appended: readonly Appended[]) => void,
): Appender {
  let waiting: WaitingArrival[] = [];
  let waitingSize = 0;
  let isStoring = false;
  let isGathering = false;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /** Sends a group with everything that arrives in the same turn of the event loop. */
  function gather(): void {
    if (isGathering || waiting.length === 0 || isStoring) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      send(takeGroup());
      gather();
    });
  }

  async function send(group: readonly WaitingArrival[]): Promise<void> {
    isStoring = true;
    try {
      const results = await store(group.map(({ arrival }) => arrival));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index]!;
        if (result.ok) resolve(result.appended);
        else reject(result.error);
      });
      onStored(results.flatMap((result) => (result.ok ? result.appended : [])));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    isStoring = false;
    waitingSize -= sizeOf(group);
    if (!isStoring && waiting.length === 0) whenSettled?.resolve();
    gather();
  }

  function takeGroup(): WaitingArrival[] {
    let size = 0;
    let count = 0;
    for (const { arrival } of waiting) {
      size += arrival.body.length;
      // One arrival may exceed the size by itself.
      if (count > 0 && (count === maxGroupCount || size > maxGroupSize)) break;
      count += 1;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  }

  return {
    append(arrival) {
      const size = arrival.body.length;
      if (waitingSize + size > maxWaitingSize) {
        const message = "More scans are waiting for the database than the hub can hold.";
        return Promise.reject(new StoreUnavailable("busy", message));
      }
      waitingSize += size;
      return new Promise((resolve, reject) => {
        waiting.push({ arrival, resolve, reject });
        gather();
      });
    },
    settled() {
      if (!isStoring && waiting.length === 0) return Promise.resolve();
      whenSettled ??= Promise.withResolvers();
      return whenSettled.promise;
    },
  };
}

function sizeOf(group: readonly WaitingArrival[]): number {
  return group.reduce((sum, { arrival }) => sum + arrival.body.length, 0);
}
