import type { ScanFilter } from "../store/scan-selection.ts";
import type { Store } from "../store/store.ts";
import type { ListedScan } from "../store/stored-scan.ts";

const pageSize = 500;

/**
 * Yields all scans that match a filter, newest first, with long texts cut. Holds one page of scans
 * in memory.
 */
export async function* readListedScans(
  store: Pick<Store, "readListPage">,
  filter: ScanFilter,
): AsyncGenerator<ListedScan> {
  let before: number | undefined;
  for (;;) {
    const page = { limit: pageSize, ...(before !== undefined && { before }) };
    const { scans, more } = await store.readListPage(filter, page);
    yield* scans;
    if (!more) return;
    before = scans.at(-1)!.id;
  }
}
