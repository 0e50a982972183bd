import { toCsvLine } from "../shaping/csv-line.ts";
import type { ScanFilter, Store, StoredScan } from "../store/store.ts";

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
 * The scans of a filter as text, oldest first, a page at a time, so that any number of them fits in memory.
 * Ends with the newest scan there was at the start. CSV follows RFC 4180 with a header line, and puts a `'` before
 * cells that a spreadsheet would run as a formula; JSON Lines is exact: one `StoredScan` a line.
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
    yield scans.map(format === "csv" ? toCsvScan : toJsonLine).join("");
    after = page.length < pageSize ? newest.id : page.at(-1)!.id;
  }
}

function toJsonLine(scan: StoredScan): string {
  return `${JSON.stringify(scan)}\n`;
}

function toCsvScan(scan: StoredScan): string {
  return toCsvLine(
    columns.map((column) => {
      const value = scan[column];
      if (value === undefined) return "";
      return typeof value === "object" ? JSON.stringify(value) : String(value);
    }),
  );
}
