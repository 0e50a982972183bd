import type { Entry } from "../registers/register.ts";
import type { ImportRow, ImportStatus } from "./registers.ts";

/** A row as an import writes it. A new entry has no id yet. `keys` are those that it does not have yet. */
export type ImportedEntry = { id?: number; row: ImportRow; keys: string[]; status: ImportStatus };

/**
 * Compares rows with the entries that already have their keys. A row whose keys belong to two entries, or to an earlier
 * row of the same call, is in conflict.
 */
export function compareRows(
  rows: readonly ImportRow[],
  existing: ReadonlyMap<string, Entry>,
): ImportedEntry[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const entries = new Map(
      row.keys.flatMap((key) => {
        const entry = existing.get(key);
        return entry ? [[entry.id, entry] as const] : [];
      }),
    );
    if (entries.size > 1 || row.keys.length === 0 || row.keys.some((key) => taken.has(key)))
      return { row, keys: [], status: "conflict" };
    for (const key of row.keys) taken.add(key);
    const keys = row.keys.filter((key) => !existing.has(key));
    const [entry] = entries.values();
    if (!entry) return { row, keys, status: "new" };
    const status = keys.length === 0 && isSame(row, entry) ? "same" : "changed";
    return { id: entry.id, row, keys, status };
  });
}

function isSame(row: ImportRow, entry: Entry): boolean {
  return (
    row.label === entry.label &&
    row.group === entry.group &&
    row.attention === entry.attention &&
    !entry.blocked &&
    toJson(row.fields) === toJson(entry.fields)
  );
}

function toJson(fields: Record<string, string>): string {
  return JSON.stringify(Object.entries(fields).sort());
}
