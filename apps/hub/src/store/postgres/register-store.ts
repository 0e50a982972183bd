import { changeAll } from "../batches.ts";
import type { DisplayStore } from "../displays.ts";
import type { ImportUndone } from "../import-undo.ts";
import type { RegisterStore } from "../registers.ts";
import type { Database } from "./database.ts";
import { addDisplay, displays, removeDisplay, viewDisplay } from "./displays.ts";
import { changeKeys } from "./entry-keys.ts";
import { forgetBatch, undoBatch } from "./import-undo.ts";
import {
  addCodes,
  blockEntries,
  changeEntry,
  emptyBatch,
  entries,
  entry,
  importEntries,
} from "./register-entries.ts";
import {
  addRegister,
  bindInbox,
  changeRegister,
  countRefused,
  isBorrowed,
  movements,
  registers,
  removeRegister,
  toldMovements,
  tryScan,
} from "./registers.ts";

/** Makes the part of the store that registers and their displays need. */
export function createRegisterStore(parts: {
  quick: Database;
  /** For queries that may have to read everything. */
  slow: Database;
  /** Waits for a change of the inboxes, and makes the next lookup see it. */
  afterInboxChange: <T>(work: Promise<T>) => Promise<T>;
  /** Returns milliseconds since 1970. */
  time: () => number;
}): RegisterStore & DisplayStore {
  const { quick, slow, afterInboxChange, time } = parts;
  const { query } = quick;

  async function emptyRegister(id: number): Promise<number> {
    let deleted = 0;
    await changeAll(async () => {
      const { entries, rows } = await quick.transaction((query) => emptyBatch(query, id));
      deleted += entries;
      return rows;
    });
    // Removes the rows that held the names from the files.
    await slow.query("VACUUM entries, entry_keys, movements");
    return deleted;
  }

  async function undoImport(id: number): Promise<ImportUndone> {
    const undone = { removed: 0, putBack: 0, left: 0 };
    await changeAll(async () => {
      const { removed, putBack, left } = await quick.transaction((query) => undoBatch(query, id));
      undone.removed += removed;
      undone.putBack += putBack;
      undone.left += left;
      return removed + putBack + left;
    });
    // As after emptying: names that the import brought are gone from the files, too.
    await slow.query("VACUUM entries, entry_keys");
    return undone;
  }

  return {
    registers: () => registers(slow.query),
    addRegister: (register) => quick.transaction((query) => addRegister(query, register, time())),
    changeRegister: (name, change) =>
      quick.transaction((query) => changeRegister(query, name, change, time())),
    async removeRegister(name) {
      if (await isBorrowed(query, name)) return "borrowed";
      const found = (await registers(query)).find((register) => register.name === name);
      if (!found) return "no-such-register";
      await emptyRegister(found.id);
      return afterInboxChange(quick.transaction((query) => removeRegister(query, name)));
    },
    bindInbox: (inbox, binding) =>
      afterInboxChange(quick.transaction((query) => bindInbox(query, inbox, binding))),
    countRefused: (id) => countRefused(slow.query, id),
    importEntries: (id, rows, options) =>
      quick.transaction((query) => importEntries(query, id, rows, options)),
    blockEntries: (id, ids) => blockEntries(query, id, ids),
    async forgetImport(id) {
      await changeAll(() => forgetBatch(query, id));
    },
    undoImport,
    addCodes: (id, codes) => addCodes(query, id, codes),
    entries: (id, list) => entries(slow.query, id, list),
    entry: (id, entryId) => entry(query, id, entryId),
    changeEntry: (id, entryId, change) => changeEntry(query, id, entryId, change),
    changeKeys: (id, entryId, change) =>
      quick.transaction((query) => changeKeys(query, id, entryId, change)),
    movements: (id, list) => movements(query, id, list),
    toldMovements: (id, list) => toldMovements(query, id, list),
    tryScan: (id, scan) => tryScan(query, id, scan, time()),
    emptyRegister,
    addDisplay: (id, display) => addDisplay(query, id, display, time()),
    displays: (id) => displays(query, id),
    removeDisplay: (id, display) => removeDisplay(query, id, display),
    viewDisplay: (hash) => viewDisplay(query, hash),
  };
}
