/** Watches items that must be finished within a time. One timer serves all of them, because scans are many. */
export type Deadlines<Item> = {
  watch(item: Item): void;
  finish(item: Item): void;
};

/** Creates a watch that calls `onExpired` with each item that is not finished `limitMs` milliseconds after it came. */
export function createDeadlines<Item>(options: {
  limitMs: number;
  onExpired: (item: Item) => void;
  now?: () => number;
}): Deadlines<Item> {
  const { limitMs, onExpired, now = () => performance.now() } = options;
  // A Map keeps the order of insertion, so the first item is the oldest.
  const startTimes = new Map<Item, number>();
  let timer: NodeJS.Timeout | undefined;

  function wait(oldestStart: number): void {
    timer = setTimeout(expireOld, Math.max(0, oldestStart + limitMs - now())).unref();
  }

  function expireOld(): void {
    timer = undefined;
    for (const [item, startedAt] of startTimes) {
      if (now() - startedAt < limitMs) {
        wait(startedAt);
        return;
      }
      startTimes.delete(item);
      onExpired(item);
    }
  }

  return {
    watch(item) {
      const startedAt = now();
      startTimes.set(item, startedAt);
      if (!timer) wait(startedAt);
    },
    finish: (item) => void startTimes.delete(item),
  };
}
