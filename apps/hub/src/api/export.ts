import { toCsvLine } from "../shaping/csv-line.ts";
import type { ScanFilter, Store } from "../store/store.ts";
import type { StoredScan } from "../store/stored-scan.ts";

export type ExportFormat = "csv" | "jsonl";

const columns = [
  "id",
  "receivedAt",
  "inbox",
  "user",
  "source",
  "identifier",
  "date",
  "content",
  "tagType",
  "structured",
  "repeats",
] as const satisfies (keyof StoredScan)[];

const pageSize = 500;

/**
 * Yields the scans of a filter as text, oldest first. Reads them page by page, so any number fits in memory, and ends
 * with the scan that was newest when the export began. CSV follows RFC 4180 with a header line, and puts a `'` before
 * cells that a spreadsheet would run as a formula. JSON Lines is exact, with one `StoredScan` a line.
 */
export async function* exportScans(
  store: Pick<Store, "listScans">,
  filter: ScanFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield toCsvLine(columns);
  const [newest] = await store.listScans(filter, { limit: 1 });
  let after = 0;
  while (newest && after < newest.id) {
    const page = await store.listScans(filter, { after, limit: pageSize });
    const scans = page.filter((scan) => scan.id <= newest.id);
    yield scans.map(format === "csv" ? toCsvScanLine : toJsonLine).join("");
    after = page.length < pageSize ? newest.id : page.at(-1)!.id;
  }
}

function toJsonLine(scan: StoredScan): string {
  return `${JSON.stringify(scan)}\n`;
}

function toCsvScanLine(scan: StoredScan): string {
  return toCsvLine(
    columns.map((column) => {
      const value = scan[column];
      if (value === undefined) return "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
    }),
  );
}
