import { createChangeSignal, pingMs } from "../scans/change-signal.ts";
import type { ToldMovement } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { showMovement } from "./quantities.ts";

const pageSize = 100;

/**
 * Yields the movements of a register, with quantities in units, with an id greater than `after`, by
 * default those from now on, and "silence" whenever there was none for `pingMs`. Like the stream of
 * scans, it repeats its query after every commit that the store reports. Ends when the signal
 * aborts.
 */
export async function* followMovements(
  store: Pick<Store, "movements" | "toldMovements" | "onAppend">,
  register: number,
  viewer: {
    after?: number | undefined;
    signal: AbortSignal;
    pingMs?: number | undefined;
  },
): AsyncGenerator<ToldMovement | "silence"> {
  const { signal } = viewer;
  const changes = createChangeSignal(signal);
  const unsubscribe = store.onAppend(changes.report);
  try {
    const [newest] = await store.movements(register, { limit: 1 });
    const newestId = newest?.id ?? 0;
    // An id beyond the newest movement comes from a store that has been replaced since.
    let after = Math.min(viewer.after ?? newestId, newestId);
    while (!signal.aborted) {
      const movements = await store.toldMovements(register, { after, limit: pageSize });
      yield* movements.map(showMovement);
      after = movements.at(-1)?.id ?? after;
      if (movements.length === pageSize) continue;
      const hasChanged = await changes.wait(viewer.pingMs ?? pingMs);
      if (!hasChanged && !signal.aborted) yield "silence";
    }
  } finally {
    unsubscribe();
  }
}
