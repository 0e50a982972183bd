import { createGuessing } from "../registers/guessable.ts";
import { type ImportColumns, readRows } from "../registers/import.ts";
import { type Parsed, parseTable, type Table } from "../registers/table.ts";
import type { ImportStatus, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { completeCodes } from "./register-codes.ts";

export type ImportOptions = ImportColumns & {
  /** Only say what would happen. */
  dry?: boolean;
  /** Make a code for each row without one. Always done if there is no column of codes. */
  makeCodes?: boolean;
  /** Block the entries that the list lacks. */
  replace?: boolean;
};

/** The numbers of rows by what happened to them, and of entries that were blocked because the list lacks them. */
export type ImportReport = Record<ImportStatus, number> &
  Pick<Table, "separator" | "encoding"> & {
    rows: number;
    blocked: number;
    /** The lines of the first rows in conflict. */
    conflicts: number[];
    /** How many codes were made. */
    made: number;
    /** How many of the codes somebody could find by trying. */
    guessable: number;
  };

/** A transaction of an import takes about this many milliseconds, so that no scan waits long for it. */
const goalMs = 10;
const maxShownConflicts = 20;

/**
 * Imports a list into a register, a few rows at a time. Entries are found by their keys, and added or changed. The import can
 * be undone until the next one. Returns a sentence, and imports nothing, if the list has a problem in itself.
 */
export async function importList(
  store: Pick<Store, "importEntries" | "forgetImport" | "blockMissing" | "entries">,
  register: Pick<RegisterRecord, "id" | "rules">,
  bytes: Uint8Array,
  { dry = false, replace = false, makeCodes = false, ...columns }: ImportOptions,
): Promise<Parsed<ImportReport>> {
  const { id, rules } = register;
  const makesCodes = makeCodes || columns.key === undefined;
  const table = await parseTable(bytes);
  if (!table.ok) return table;
  const rows = await readRows(table.value, columns, rules, { codesMayLack: makesCodes });
  if (!rows.ok) return rows;
  const made = makesCodes ? await completeCodes(store, register, rows.value) : 0;
  if (!dry) await store.forgetImport(id);
  const label = crypto.randomUUID();
  const { separator, encoding } = table.value;
  const counts: Record<ImportStatus, number> = { new: 0, changed: 0, same: 0, conflict: 0 };
  const conflicts: number[] = [];
  const guessing = createGuessing();
  let count = 50;
  for (let start = 0; start < rows.value.length; ) {
    const chunk = rows.value.slice(start, start + count);
    const startedAt = performance.now();
    const statuses = await store.importEntries(id, chunk, { label, dry });
    const ms = performance.now() - startedAt;
    statuses.forEach((status, index) => {
      counts[status] += 1;
      if (status === "conflict" && conflicts.length < maxShownConflicts)
        conflicts.push(chunk[index]!.line);
    });
    for (const { keys } of chunk) guessing.add(keys);
    start += chunk.length;
    count = Math.max(10, Math.min(500, ms < goalMs ? count * 2 : Math.floor(count / 2)));
  }
  const blocked = replace && !dry ? await store.blockMissing(id, label) : 0;
  const guessable = guessing.count();
  const rowCount = rows.value.length;
  return {
    ok: true,
    value: { ...counts, rows: rowCount, blocked, conflicts, made, guessable, separator, encoding },
  };
}
