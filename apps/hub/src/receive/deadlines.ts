/** An item that is watched keeps its place, so that it is found again without a search. */
export type Watchable = { deadline?: Deadline | undefined };

type Deadline = { place: number; startedAt: number };

/**
 * Watches items that must be finished within a time. One timer serves all of them, because scans
 * are many.
 */
export type Deadlines<Item extends Watchable> = {
  watch(item: Item): void;
  finish(item: Item): void;
};

/**
 * Creates a watch that calls `onExpired` with each item that is not finished `limitMs` milliseconds
 * after it came.
 */
export function createDeadlines<Item extends Watchable>(options: {
  limitMs: number;
  onExpired: (item: Item) => void;
  now?: () => number;
}): Deadlines<Item> {
  const { limitMs, onExpired, now = () => performance.now() } = options;
  // Not a Map: V8 moves one to a new table after about as many additions as it has places, and each
  // table points to the next. Once a dead table is in the old generation, all later ones survive
  // with it, and so does every scan in them.
  const items: (Item | undefined)[] = [];
  const freePlaces: number[] = [];
  let timer: NodeJS.Timeout | undefined;

  function wait(oldestStart: number): void {
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
    if (oldestStart < Infinity && !timer) wait(oldestStart);
  }

  function finish(item: Item): void {
    if (!item.deadline) return;
    items[item.deadline.place] = undefined;
    freePlaces.push(item.deadline.place);
    item.deadline = undefined;
  }

  return {
    watch(item) {
      const startedAt = now();
      const place = freePlaces.pop() ?? items.length;
      item.deadline = { place, startedAt };
      items[place] = item;
      if (!timer) wait(startedAt);
    },
    finish,
  };
}
