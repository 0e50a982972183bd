/**
 * The result of work that did not run, because too much work was waiting or its turn came too late.
 */
export const tooBusy = Symbol("too busy");

/**
 * Runs only a few pieces of slow work at the same time. The keys of waiting work take turns, so
 * that no key delays the others.
 */
export type FairQueue = {
  /**
   * Resolves to the result of the work, or to `tooBusy` if it did not run. Rejects if the work
   * rejects.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result | typeof tooBusy>;
};

type WaitingJob = { since: number; start: () => Promise<unknown>; skip: () => void };

/**
 * Creates a queue that runs `concurrency` jobs at the same time. The keys take turns, and the jobs
 * of one key run in order. Jobs that exceed a limit do not run: at most `maxPerKey` jobs wait for
 * one key and `maxWaiting` for all keys, each for at most `maxWaitMs`.
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
  // A Map keeps the order of insertion, so the first key has the next turn.
  const queues = new Map<string, WaitingJob[]>();
  let waitingCount = 0;
  let runningCount = 0;

  function takeNext(): WaitingJob | undefined {
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
