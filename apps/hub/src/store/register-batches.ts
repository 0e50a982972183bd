import { bulkBatchSize, changeAll } from "./batches.ts";
import type { ImportUndone } from "./import-undo.ts";
import type { LeadStore } from "./leads.ts";
import type { RegisterRecord, RegisterStore } from "./registers.ts";

/** The queries that change a register. Each changes a few rows in one transaction. */
type RegisterQueries = {
  isBorrowed(name: string): Promise<boolean>;
  registers(): Promise<RegisterRecord[]>;
  removeRegister(name: string): ReturnType<RegisterStore["removeRegister"]>;
  deleteEntriesBatch(
    id: number,
    after: number,
  ): Promise<{ entries: number; rows: number; last: number }>;
  forgetEntriesBatch(id: number, entries: readonly number[]): Promise<number>;
  undoBatch(id: number): Promise<ImportUndone>;
  forgetBatch(id: number): Promise<number>;
  /** Removes what was deleted by hand from the files of the database, the words of scans too. */
  eraseDeleted(): Promise<void>;
  /** Removes what was deleted from these tables from the files of the database. */
  erase(tables: readonly string[]): Promise<void>;
};

/** The tables that have the names of people. */
const namedTables = ["entries", "entry_keys", "movements"];

/** Creates the methods that change a register a few rows at a time. */
export function createRegisterBatches(
  queries: RegisterQueries,
): Pick<RegisterStore, "removeRegister" | "emptyRegister" | "undoImport" | "forgetImport"> &
  Pick<LeadStore, "forgetEntries" | "eraseForgotten"> {
  async function emptyRegister(id: number): Promise<number> {
    let deleted = 0;
    let after = 0;
    await changeAll(async () => {
      const { entries, rows, last } = await queries.deleteEntriesBatch(id, after);
      deleted += entries;
      after = last;
      return rows;
    });
    await queries.erase(namedTables);
    return deleted;
  }

  return {
    emptyRegister,
    async forgetEntries(id, entries) {
      let deleted = 0;
      for (let start = 0; start < entries.length; start += bulkBatchSize) {
        const batch = entries.slice(start, start + bulkBatchSize);
        deleted += await queries.forgetEntriesBatch(id, batch);
      }
      return deleted;
    },
    eraseForgotten: () => queries.eraseDeleted(),
    async removeRegister(name) {
      if (await queries.isBorrowed(name)) return "borrowed";
      const found = (await queries.registers()).find((register) => register.name === name);
      if (!found) return "no-such-register";
      await emptyRegister(found.id);
      return queries.removeRegister(name);
    },
    async undoImport(id) {
      const undone = { removed: 0, putBack: 0, left: 0 };
      await changeAll(async () => {
        const { removed, putBack, left } = await queries.undoBatch(id);
        undone.removed += removed;
        undone.putBack += putBack;
        undone.left += left;
        return removed + putBack + left;
      });
      // The names that the import added must also disappear from the files of the database.
      await queries.erase(["entries", "entry_keys"]);
      return undone;
    },
    async forgetImport(id) {
      await changeAll(() => queries.forgetBatch(id));
    },
  };
}
