import type { EntryFilter, EntryRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

const pageSize = 500;

/**
 * Yields the entries of a register that a filter lets through, page by page, in the order in which
 * they were added.
 */
export async function* readEntries(
  store: Pick<Store, "entries">,
  id: number,
  filter: EntryFilter = {},
): AsyncGenerator<EntryRecord[]> {
  for (let after = 0; ; ) {
    const page = await store.entries(id, { ...filter, after, limit: pageSize });
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
