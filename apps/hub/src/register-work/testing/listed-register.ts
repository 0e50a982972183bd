import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Rules } from "../../registers/rules.ts";
import { openStore } from "../../store/open.ts";
import type { NewRegister } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { exportEntries, exportMovements } from "../export.ts";
import { findRegister } from "../find-register.ts";
import { type ImportOptions, importList } from "../import.ts";
import type { ListFormat } from "../write-table.ts";

/**
 * Opens a store for the tests of a file, with an empty register of a kind before each of them.
 * Returns functions that import, export and read registers, this one unless they get another name.
 * `store` can be read inside of tests and hooks.
 */
export function useListedRegister({ name: usual, kind }: Pick<NewRegister, "name" | "kind">) {
  const opened = {} as { store: Store; dataDir: string };
  beforeAll(async () => {
    opened.dataDir = await mkdtemp(join(tmpdir(), "scanhook-listed-"));
    opened.store = await openStore({ dataDir: opened.dataDir, database: undefined });
  });
  afterAll(async () => {
    await opened.store.close();
    await rm(opened.dataDir, { recursive: true });
  });
  beforeEach(() => open({}));

  /** Replaces a register by a new one without entries. */
  async function open(
    rules: Rules,
    name = usual,
    lenders: Pick<NewRegister, "entriesFrom" | "peopleFrom"> = {},
  ): Promise<void> {
    await opened.store.removeRegister(name);
    await opened.store.addRegister({ name, kind, rules, ...lenders });
  }

  const find = async (name = usual) => (await findRegister(opened.store, name))!;
  const list = async (name?: string) => opened.store.entries((await find(name)).id, { limit: 500 });

  async function read(list: string | Uint8Array, options: ImportOptions = {}, name?: string) {
    return importList(opened.store, await find(name), Buffer.from(list), options);
  }

  async function paste(list: string | Uint8Array, options: ImportOptions = {}, name?: string) {
    const imported = await read(list, options, name);
    if (!imported.ok) throw new Error(imported.reason);
    return imported.value;
  }

  /** Resolves to the entries as the bytes of an XLSX file. */
  async function saveWorkbook(name?: string): Promise<Uint8Array> {
    return readBytes(exportEntries(opened.store, await find(name), "xlsx"));
  }

  /** Resolves to the journal as the bytes of an XLSX file. */
  async function saveJournalWorkbook(): Promise<Uint8Array> {
    return readBytes(exportMovements(opened.store, await find(), "xlsx"));
  }

  async function save(name?: string, format?: ListFormat): Promise<string> {
    return readAll(exportEntries(opened.store, await find(name), format));
  }

  async function saveJournal(format?: ListFormat): Promise<string> {
    return readAll(exportMovements(opened.store, await find(), format));
  }

  const saving = { save, saveJournal, saveWorkbook, saveJournalWorkbook };
  return { opened, open, find, list, read, paste, ...saving };
}

async function readAll(pieces: AsyncIterable<string | Uint8Array>): Promise<string> {
  return String(await readBytes(pieces));
}

async function readBytes(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(Buffer.from(piece));
  return Buffer.concat(read);
}
