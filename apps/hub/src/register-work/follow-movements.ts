import { createChangeSignal, pingMs } from "../scans/change-signal.ts";
import { type Named, type PersonNames, readPersonNames } from "../scans/person-names.ts";
import type { ToldMovement } from "../store/movements.ts";
import type { Store } from "../store/store.ts";
import { type NamingStore, nameMovements } from "./name-movements.ts";
import { showMovement } from "./quantities.ts";

const pageSize = 100;

/**
 * Yields the movements of a register, with quantities in units and the names of
 * people, with an id greater than `after`, by
 * default those from now on, and "silence" whenever there was none for `pingMs`. Like the stream of
 * scans, it repeats its query after every commit that the store reports. Ends when the signal
 * aborts.
 */
export async function* followMovements(
  store: NamingStore & Pick<Store, "movements" | "toldMovements" | "onAppend" | "usersOfPeople">,
  register: number,
  viewer: {
    after?: number | undefined;
    signal: AbortSignal;
    pingMs?: number | undefined;
    readNames?: () => Promise<PersonNames>;
  },
): AsyncGenerator<Named<ToldMovement> | "silence"> {
  const { signal, readNames = () => readPersonNames(store) } = viewer;
  const changes = createChangeSignal(signal);
  const unsubscribe = store.onAppend(changes.report);
  try {
    const [newest] = await store.movements(register, { limit: 1 });
    const newestId = newest?.id ?? 0;
    // An id beyond the newest movement comes from a store that has been replaced since.
    let after = Math.min(viewer.after ?? newestId, newestId);
    while (!signal.aborted) {
      const movements = await store.toldMovements(register, { after, limit: pageSize });
      if (movements.length > 0) {
        const names = await readNames();
        const named = await nameMovements(store, names, movements, ({ id }) => id === register);
        yield* named.map(showMovement);
      }
      after = movements.at(-1)?.id ?? after;
      if (movements.length === pageSize) continue;
      const hasChanged = await changes.wait(viewer.pingMs ?? pingMs);
      if (!hasChanged && !signal.aborted) yield "silence";
    }
  } finally {
    unsubscribe();
  }
}
