import { setImmediate } from "node:timers/promises";
import { toCsvLine } from "../shaping/csv-line.ts";
import type { ScanFilter } from "../store/scan-selection.ts";
import type { Store } from "../store/store.ts";
import type { ExportedScan } from "../store/stored-scan.ts";

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
] as const satisfies (keyof ExportedScan)[];

const pageSize = 500;

/** With it, Excel reads the file as UTF-8 (https://www.rfc-editor.org/rfc/rfc3629#section-6). */
const byteOrderMark = "\uFEFF";

/**
 * Yields the scans of a filter as text, oldest first. Reads them page by page, each of about 1 MiB, lets others have their
 * turn in between, and ends with the scan that was newest when the export began. CSV follows RFC 4180 with a byte order mark
 * and a header line, and puts a `'` before cells that a spreadsheet would run as a formula. JSON Lines is exact, with one
 * `StoredScan` a line, whose `structured` is written as it was sent.
 */
export async function* exportScans(
  store: Pick<Store, "listScans" | "readExportPage">,
  filter: ScanFilter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield `${byteOrderMark}${toCsvLine(columns)}`;
  const [newest] = await store.listScans(filter, { limit: 1 });
  let after = 0;
  while (newest && after < newest.id) {
    const { scans, more } = await store.readExportPage(filter, { after, limit: pageSize });
    const upToNewest = scans.filter((scan) => scan.id <= newest.id);
    yield upToNewest.map(format === "csv" ? toCsvScanLine : toJsonLine).join("");
    after = more ? scans.at(-1)!.id : newest.id;
    await setImmediate();
  }
}

function toJsonLine(scan: ExportedScan): string {
  const members = Object.entries(scan).map(([field, value]) => {
    return `${JSON.stringify(field)}:${field === "structured" ? value : JSON.stringify(value)}`;
  });
  return `{${members.join(",")}}\n`;
}

function toCsvScanLine(scan: ExportedScan): string {
  return toCsvLine(columns.map((column) => String(scan[column] ?? "")));
}
