import { type Appended, type Arrival, StoreUnavailable } from "../store.ts";
import type { Result } from "./append.ts";

export type Appender = {
  append(arrival: Arrival): Promise<Appended>;
  /** Resolves once nothing waits any more. */
  settled(): Promise<void>;
};

/** Characters of bodies that may wait for the database; beyond that a scan is refused rather than memory filled. */
const mostWaiting = 64 * 1024 * 1024;

/** What goes into one transaction at most. */
const mostRows = 500;
const mostSize = 4 * 1024 * 1024;

type Waiting = {
  arrival: Arrival;
  resolve(appended: Appended): void;
  reject(error: unknown): void;
};

/**
 * Hands arrivals to `store`, together whatever came while it stored the last. So groups grow with the load, and nothing
 * waits longer than for the group before. `done` is told what became of a group.
 */
export function createAppender(
  store: (arrivals: readonly Arrival[]) => Promise<Result[]>,
  done: (appended: readonly Appended[]) => void,
): Appender {
  let waiting: Waiting[] = [];
  let waitingSize = 0;
  let isUnderWay = false;
  let isGathering = false;
  let whenSettled: PromiseWithResolvers<void> | undefined;

  /** What a turn of the event loop brings together goes together. */
  function gather(): void {
    if (isGathering || waiting.length === 0 || isUnderWay) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      send(takeGroup());
      gather();
    });
  }

  async function send(group: readonly Waiting[]): Promise<void> {
    isUnderWay = true;
    try {
      const results = await store(group.map(({ arrival }) => arrival));
      group.forEach((one, n) => {
        const result = results[n]!;
        if (result.ok) one.resolve(result.appended);
        else one.reject(result.error);
      });
      done(results.flatMap((one) => (one.ok ? one.appended : [])));
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    isUnderWay = false;
    waitingSize -= sizeOf(group);
    if (!isUnderWay && waiting.length === 0) whenSettled?.resolve();
    gather();
  }

  function takeGroup(): Waiting[] {
    let size = 0;
    let rows = 0;
    for (const { arrival } of waiting) {
      size += arrival.body.length;
      if (rows > 0 && (rows === mostRows || size > mostSize)) break;
      rows += 1;
    }
    const group = waiting.slice(0, rows);
    waiting = waiting.slice(rows);
    return group;
  }

  return {
    append(arrival) {
      const size = arrival.body.length;
      if (waitingSize + size > mostWaiting) {
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
      if (!isUnderWay && waiting.length === 0) return Promise.resolve();
      whenSettled ??= Promise.withResolvers();
      return whenSettled.promise;
    },
  };
}

function sizeOf(group: readonly Waiting[]): number {
  return group.reduce((sum, { arrival }) => sum + arrival.body.length, 0);
}
