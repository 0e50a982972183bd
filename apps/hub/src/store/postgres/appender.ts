import type { Appended, Arrival } from "../store.ts";
import { StoreUnavailable } from "../unavailable.ts";
import type { Result } from "./append.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Resolves once no arrivals are waiting. */
  settled(): Promise<void>;
};

/**
 * The maximum number of characters in the bodies of scans that wait for the database. Further scans
 * are refused, so that memory does not fill up.
 */
const maxWaitingCharacters = 64 * 1024 * 1024;

/** The maximum number of arrivals in one transaction. */
const maxGroupCount = 500;
/** The maximum number of characters in the bodies of several arrivals in one transaction. */
const maxGroupCharacters = 4 * 1024 * 1024;

type WaitingArrival = {
  arrival: Arrival;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Creates an appender that passes arrivals to `store`, all those together that came in while it
 * stored the previous group. Groups grow with the load, and an arrival waits for at most one group.
 * Calls `onStored` after each group.
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

  /** Sends a group with all arrivals of the same turn of the event loop. */
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
      // A single arrival may exceed the size.
      if (count > 0 && (count === maxGroupCount || size > maxGroupCharacters)) break;
      count += 1;
    }
    const group = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return group;
  }

  return {
    append(arrival) {
      const size = arrival.body.length;
      if (waitingSize + size > maxWaitingCharacters) {
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
