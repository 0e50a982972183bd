/** An item that can be watched. It carries its deadline, so that it is found without a search. */
export type Watchable = { deadline?: Deadline | undefined };

/** `slot` is the index of the item among all watched items. */
type Deadline = { slot: number; startedAt: number };

/**
 * Watches items that must be finished within a time. One timer serves all of them, because a busy
 * receiver has too many scans for a timer each.
 */
export type Deadlines<Item extends Watchable> = {
  watch(item: Item): void;
  finish(item: Item): void;
};

/**
 * Creates a watch that calls `onExpired` with each item that is not finished within `limitMs`
 * milliseconds. `now` returns milliseconds of a monotonic clock.
 */
export function createDeadlines<Item extends Watchable>(options: {
  limitMs: number;
  onExpired: (item: Item) => void;
  now?: () => number;
}): Deadlines<Item> {
  const { limitMs, onExpired, now = () => performance.now() } = options;
  // Not a Map: V8 moves a Map to a new table after about as many additions as it has entries, and
  // each table points to the next. Once a dead table is in the old generation, all later tables
  // survive with it, and so does every scan in them.
  const items: (Item | undefined)[] = [];
  const freeSlots: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  function startTimer(oldestStart: number): void {
    timer = setTimeout(expireOld, Math.max(0, oldestStart + limitMs - now())).unref();
  }

  function expireOld(): void {
    timer = undefined;
    let oldestStart = Infinity;
    for (const item of items) {
      if (!item?.deadline) continue;
      const { startedAt } = item.deadline;
      if (now() - startedAt < limitMs) {
        oldestStart = Math.min(oldestStart, startedAt);
        continue;
      }
      finish(item);
      onExpired(item);
    }
    if (oldestStart < Infinity && !timer) startTimer(oldestStart);
  }

  function finish(item: Item): void {
    if (!item.deadline) return;
    items[item.deadline.slot] = undefined;
    freeSlots.push(item.deadline.slot);
    item.deadline = undefined;
  }

  return {
    watch(item) {
      const startedAt = now();
      const slot = freeSlots.pop() ?? items.length;
      item.deadline = { slot, startedAt };
      items[slot] = item;
      if (!timer) startTimer(startedAt);
    },
    finish,
  };
}
