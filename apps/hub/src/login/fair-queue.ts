/** The result of work that did not run: too many wait, or its turn came too late. */
export const tooBusy = Symbol("too busy");

/** Runs slow work a few at a time. Those who wait take turns, so that no key delays the others. */
export type FairQueue = {
  /**
   * Resolves to the result of the work, or to `tooBusy` if it did not run. Rejects with what the
   * work throws.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result | typeof tooBusy>;
};

type Waiting = { since: number; start: () => Promise<unknown>; skip: () => void };

/**
 * Creates a queue that runs `concurrency` works at a time. It takes the keys in turn, and the works
 * of one key in order. Works that exceed a limit do not run: at most `maxPerKey` wait for a key and
 * `maxWaiting` for all keys, each for at most `maxWaitMs`.
 */
export function createFairQueue(options: {
  concurrency: number;
  maxPerKey?: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  now?: () => number;
}): FairQueue {
  const { concurrency, maxPerKey = 250, maxWaiting = 1000, maxWaitMs = 10_000 } = options;
  const now = options.now ?? (() => performance.now());
  // A Map keeps the order of insertion, so the first key is the next to have its turn.
  const queues = new Map<string, Waiting[]>();
  let waitingCount = 0;
  let runningCount = 0;

  function takeNext(): Waiting | undefined {
    const [key, queue] = queues.entries().next().value ?? [];
    if (key === undefined || !queue) return undefined;
    const next = queue.shift();
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    waitingCount -= 1;
    return next;
  }

  function startNext(): void {
    while (runningCount < concurrency) {
      const next = takeNext();
      if (!next) return;
      if (now() - next.since > maxWaitMs) {
        next.skip();
        continue;
      }
      runningCount += 1;
      void next.start().finally(() => {
        runningCount -= 1;
        startNext();
      });
    }
  }

  return {
    run<Result>(key: string, work: () => Promise<Result>) {
      const { promise, resolve, reject } = Promise.withResolvers<Result | typeof tooBusy>();
      const queue = queues.get(key) ?? [];
      if (queue.length >= maxPerKey || waitingCount >= maxWaiting) return Promise.resolve(tooBusy);
      queue.push({
        since: now(),
        start: () => work().then(resolve, reject),
        skip: () => resolve(tooBusy),
      });
      queues.set(key, queue);
      waitingCount += 1;
      startNext();
      return promise;
    },
  };
}
