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
  let busy: Promise<void> | undefined;

  async function run(): Promise<void> {
    // What a turn of the event loop brings together goes together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = takeGroup();
      const size = group.reduce((sum, { arrival }) => sum + arrival.body.length, 0);
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
      } finally {
        waitingSize -= size;
      }
    }
    // Here and not once the promise is settled: an arrival in between would wait for nobody.
    busy = undefined;
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
        busy ??= run();
      });
    },
    settled: () => busy ?? Promise.resolve(),
  };
}
