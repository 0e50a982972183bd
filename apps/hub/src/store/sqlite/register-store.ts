import { changeAll } from "../batches.ts";
import type { DisplayStore } from "../displays.ts";
import type { ImportUndone } from "../import-undo.ts";
import type { RegisterStore } from "../registers.ts";
import type { Reads } from "./reader.ts";
import type { Thread } from "./thread.ts";
import type { Writes } from "./writer.ts";

/** Makes the part of the store that registers and their displays need. */
export function createRegisterStore(parts: {
  read: Thread<Reads>["call"];
  write: Thread<Writes>["call"];
  /** Removes what was deleted from the log of the database. */
  truncateLog: () => void;
  now: () => Date;
}): RegisterStore & DisplayStore {
  const { read, write, truncateLog, now } = parts;

  async function emptyRegister(id: number): Promise<number> {
    let deleted = 0;
    await changeAll(async () => {
      const { entries, rows } = await write("emptyBatch", id);
      deleted += entries;
      return rows;
    });
    truncateLog();
    return deleted;
  }

  async function undoImport(id: number): Promise<ImportUndone> {
    const undone = { removed: 0, putBack: 0, left: 0 };
    await changeAll(async () => {
      const { removed, putBack, left } = await write("undoBatch", id);
      undone.removed += removed;
      undone.putBack += putBack;
      undone.left += left;
      return removed + putBack + left;
    });
    truncateLog();
    return undone;
  }

  return {
    registers: () => read("registers"),
    addRegister: (register) => write("addRegister", register, now().getTime()),
    changeRegister: (name, change) => write("changeRegister", name, change, now().getTime()),
    async removeRegister(name) {
      if (await read("isBorrowed", name)) return "borrowed";
      const found = (await read("registers")).find((register) => register.name === name);
      if (!found) return "no-such-register";
      await emptyRegister(found.id);
      return write("removeRegister", name);
    },
    bindInbox: (inbox, binding) => write("bindInbox", inbox, binding),
    countRefused: (id) => read("countRefused", id),
    importEntries: (id, rows, options) => write("importEntries", id, rows, options),
    blockEntries: (id, ids) => write("blockEntries", id, ids),
    async forgetImport(id) {
      await changeAll(() => write("forgetBatch", id));
    },
    undoImport,
    addCodes: (id, codes) => write("addCodes", id, codes),
    entries: (id, list) => read("entries", id, list),
    entry: (id, entryId) => read("entry", id, entryId),
    changeEntry: (id, entryId, change) => write("changeEntry", id, entryId, change),
    changeKeys: (id, entryId, change) => write("changeKeys", id, entryId, change),
    movements: (id, list) => read("movements", id, list),
    toldMovements: (id, list) => read("toldMovements", id, list),
    tryScan: (id, scan) => read("tryScan", id, scan, now().getTime()),
    emptyRegister,
    addDisplay: (id, display) => write("addDisplay", id, display, now().getTime()),
    displays: (id) => read("displays", id),
    removeDisplay: (id, display) => write("removeDisplay", id, display),
    viewDisplay: (hash) => read("viewDisplay", hash),
  };
}
