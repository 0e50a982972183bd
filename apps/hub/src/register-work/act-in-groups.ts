import { createTimeBox } from "../registers/time-box.ts";
import type { Store } from "../store/store.ts";
import { type Act, openActs } from "./manual-actions.ts";

/** The verdict on an act; undefined if there was nothing to act on. */
type Outcome = Awaited<ReturnType<NonNullable<Awaited<ReturnType<typeof openActs>>>>>;

/** The intended duration of storing a group of acts, so that no scan waits long. */
const targetGroupMs = 25;
const maxGroup = 100;

/**
 * Performs an act for each of some items, a few at a time, so that no scan waits long. `toAct`
 * returns the act, or undefined if its entry is gone. `onVerdict` gets each item with the verdict.
 */
export async function actInGroups<Item>(
  store: Store,
  register: number,
  items: readonly Item[],
  toAct: (item: Item) => Act | undefined,
  onVerdict: (item: Item, verdict: Outcome) => void,
): Promise<void> {
  const timeBox = createTimeBox();
  let size = 10;
  for (let start = 0; start < items.length; ) {
    const group = items.slice(start, start + size);
    const perform = await openActs(store, register);
    const startedAt = performance.now();
    const verdicts = await Promise.all(
      group.map((item) => {
        const act = toAct(item);
        return act && perform?.(act);
      }),
    );
    for (const [index, verdict] of verdicts.entries()) onVerdict(group[index]!, verdict);
    const durationMs = performance.now() - startedAt;
    start += group.length;
    const growth = Math.max(0.5, Math.min(2, targetGroupMs / durationMs));
    size = Math.max(5, Math.min(maxGroup, Math.round(size * growth)));
    if (timeBox.isOver()) await timeBox.next();
  }
}
