import type { Entry, EntryContent } from "../registers/register.ts";
import { type EntryRow, toEntry } from "./entry-row.ts";
import { type ImportUndo, toImportUndo } from "./import-undo.ts";
import type { ImportRow, ImportStatus } from "./registers.ts";

/**
 * A row as an import writes it. `id` is absent for a new entry. `keys` are the keys to add to the
 * entry, and `undo` is the JSON that undoes the change, null for an entry that the import does not
 * change.
 */
export type ImportedEntry = {
  id?: number;
  row: ImportRow;
  keys: string[];
  status: ImportStatus;
  undo: string | null;
};

/**
 * An entry that an import finds by a key. `import` is the label of the last import that changed the
 * entry, and `import_undo` the JSON that undoes that import for it.
 */
export type FoundRow = EntryRow & {
  key: string;
  import: string | null;
  import_undo: string | null;
};

/**
 * Compares the rows of the import `label` with the entries that already have their keys. A row is
 * in conflict if it has no keys, if its keys belong to different entries, or if an earlier row of
 * the same call has one of them or belongs to the same entry. `movement` is the id of the newest
 * movement. With `kept`, an entry keeps what its row lacks, and its own fields with these names.
 */
export function compareRows(
  rows: readonly ImportRow[],
  found: readonly FoundRow[],
  options: { label: string; movement: number; kept?: readonly string[] | undefined },
): ImportedEntry[] {
  const { label, movement, kept } = options;
  const existing = new Map(found.map((row) => [row.key, toEntry(row)]));
  const undos = new Map(
    found.flatMap((row) =>
      row.import === label && row.import_undo !== null
        ? [[row.id, JSON.parse(row.import_undo) as ImportUndo] as const]
        : [],
    ),
  );
  const takenKeys = new Set<string>();
  const takenEntries = new Set<number>();
  return rows.map((given) => {
    let row = given;
    const entries = new Map(
      row.keys.flatMap((key) => {
        const entry = existing.get(key);
        return entry ? [[entry.id, entry] as const] : [];
      }),
    );
    const [entry] = entries.values();
    const isTaken =
      row.keys.some((key) => takenKeys.has(key)) || (entry && takenEntries.has(entry.id));
    if (entries.size > 1 || row.keys.length === 0 || isTaken)
      return { row, keys: [], status: "conflict", undo: null };
    for (const key of row.keys) takenKeys.add(key);
    if (entry) takenEntries.add(entry.id);
    const keys = row.keys.filter((key) => !existing.has(key));
    if (!entry) return { row, keys, status: "new", undo: toJson({ kind: "added" }) };
    const { id } = entry;
    if (kept) row = keepDetails(row, entry, kept);
    const earlier = undos.get(id);
    if (keys.length === 0 && isSame(row, entry))
      return { id, row, keys, status: "same", undo: earlier ? toJson(earlier) : null };
    const undo = toImportUndo(entry, { keys, movement }, earlier);
    return { id, row, keys, status: "changed", undo: toJson(undo) };
  });
}

/** Returns a row with the details of its entry that it lacks, and the kept fields of the entry. */
function keepDetails(row: ImportRow, entry: Entry, kept: readonly string[]): ImportRow {
  const own = Object.entries(entry.fields).filter(([name]) => kept.includes(name));
  const merged: ImportRow = {
    ...row,
    fields: Object.fromEntries([
      ...Object.entries(entry.fields),
      ...Object.entries(row.fields),
      ...own,
    ]),
  };
  const group = row.group ?? entry.group;
  const attention = row.attention ?? entry.attention;
  if (group !== undefined) merged.group = group;
  if (attention !== undefined) merged.attention = attention;
  return merged;
}

function isSame(row: ImportRow, entry: Entry): boolean {
  return (
    contentNames.every((name) => row[name] === entry[name]) &&
    (row.blocked ?? false) === entry.blocked &&
    String(row.recalled) === String(entry.recalled) &&
    toSorted(row.fields) === toSorted(entry.fields)
  );
}

const contentNames = [
  "label",
  "role",
  "group",
  "attention",
  "unit",
  "minimum",
  "amount",
] as const satisfies readonly (keyof EntryContent)[];

function toJson(undo: ImportUndo): string {
  return JSON.stringify(undo);
}

function toSorted(fields: Record<string, string>): string {
  return JSON.stringify(Object.entries(fields).sort());
}
