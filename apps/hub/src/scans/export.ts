import { setImmediate } from "node:timers/promises";
import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import type { ScanFilter } from "../store/scan-selection.ts";
import type { Store } from "../store/store.ts";
import type { ExportedScan } from "../store/stored-scan.ts";
import { type Named, nameSenders, readPersonNames } from "./person-names.ts";

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
  "verdict",
  "person",
] as const satisfies (keyof Named<ExportedScan>)[];

/**
 * V8 would treat the text of larger pages as large objects, which it frees later than small ones.
 */
const pageSize = 100;

/**
 * Yields the scans of a filter as text, oldest first. Reads pages of at most 100 scans and about 1
 * MiB each, and lets other work run in between. Ends with the scan that has the id `upTo`, or with
 * the newest scan at the start of the export. CSV follows RFC 4180 with a byte order mark and a
 * header line, and puts a `'` before cells that a spreadsheet would run as a formula. JSON Lines is
 * exact, with one `StoredScan` per line, whose `structured` is written as it was sent. `person` is
 * the name of the person to whom the user belongs.
 */
export async function* exportScans(
  store: Pick<Store, "listScans" | "readExportPage" | "usersOfPeople">,
  filter: ScanFilter,
  format: ExportFormat,
  upTo = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<string> {
  if (format === "csv") yield `${byteOrderMark}${toCsvLine(columns)}`;
  const [newest] = await store.listScans(filter, { limit: 1 });
  const last = Math.min(newest?.id ?? 0, upTo);
  let after = 0;
  while (after < last) {
    const { scans, more } = await store.readExportPage(filter, { after, limit: pageSize });
    const names = await readPersonNames(store);
    const upToLast = nameSenders(scans, names).filter((scan) => scan.id <= last);
    yield upToLast.map(format === "csv" ? toCsvScanLine : toJsonLine).join("");
    after = more ? scans.at(-1)!.id : last;
    await setImmediate();
  }
}

function toJsonLine(scan: Named<ExportedScan>): string {
  return `${toJson(scan)}\n`;
}

/**
 * Returns a scan as JSON. Its `structured` is copied as it was sent, because parsing and printing
 * it would change numbers.
 */
export function toJson(scan: Named<ExportedScan>): string {
  const members = Object.entries(scan).map(([field, value]) => {
    return `${JSON.stringify(field)}:${field === "structured" ? value : JSON.stringify(value)}`;
  });
  return `{${members.join(",")}}`;
}

function toCsvScanLine(scan: Named<ExportedScan>): string {
  const { verdict, ...cells } = scan;
  const text = verdict && `${verdict.result} ${verdict.code}`;
  return toCsvLine(
    columns.map((column) => String((column === "verdict" ? text : cells[column]) ?? "")),
  );
}
