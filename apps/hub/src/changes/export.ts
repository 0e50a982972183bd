import { setImmediate } from "node:timers/promises";
import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import type { ChangeFilter, ChangeRecord, ChangeStore } from "../store/changes.ts";
import { formatFields } from "./format-fields.ts";

/** The forms in which the journal of changes is written. */
export const changeFormats = ["csv", "jsonl"] as const;
export type ChangeFormat = (typeof changeFormats)[number];

const columns = ["id", "at", "by", "via", "subject", "name", "action"] as const;
const pageSize = 100;

/**
 * Yields the entries of a filter as text, the newest first, in pages of 100. CSV follows RFC 4180
 * with a byte order mark and a header line; its column `fields` is that of `formatFields`, and a
 * `'` comes before cells that a spreadsheet would run as a formula. JSON Lines has one
 * `ChangeRecord` on each line.
 */
export async function* exportChanges(
  store: Pick<ChangeStore, "changes">,
  filter: ChangeFilter,
  format: ChangeFormat,
): AsyncGenerator<string> {
  if (format === "csv") yield `${byteOrderMark}${toCsvLine([...columns, "fields"])}`;
  const toLine = format === "csv" ? toChangeLine : toJsonLine;
  let before: number | undefined;
  for (;;) {
    const page = await store.changes(filter, { before, limit: pageSize });
    if (page.length > 0) yield page.map(toLine).join("");
    if (page.length < pageSize) return;
    before = page.at(-1)!.id;
    await setImmediate();
  }
}

function toChangeLine(change: ChangeRecord): string {
  return toCsvLine([
    ...columns.map((column) => String(change[column])),
    formatFields(change.fields),
  ]);
}

function toJsonLine(change: ChangeRecord): string {
  return `${JSON.stringify(change)}\n`;
}
