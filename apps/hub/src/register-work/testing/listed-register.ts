import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Rules } from "../../registers/rules.ts";
import { openStore } from "../../store/open.ts";
import type { NewRegister } from "../../store/registers.ts";
import type { Store } from "../../store/store.ts";
import { exportEntries, exportMovements, type ListFormat } from "../export.ts";
import { findRegister } from "../find-register.ts";
import { type ImportOptions, importList } from "../import.ts";

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

  async function read(text: string, options: ImportOptions = {}, name?: string) {
    return importList(opened.store, await find(name), Buffer.from(text), options);
  }

  async function paste(text: string, options: ImportOptions = {}, name?: string) {
    const imported = await read(text, options, name);
    if (!imported.ok) throw new Error(imported.reason);
    return imported.value;
  }

  async function save(name?: string, format?: ListFormat): Promise<string> {
    return readAll(exportEntries(opened.store, await find(name), format));
  }

  async function saveJournal(format?: ListFormat): Promise<string> {
    return readAll(exportMovements(opened.store, await find(), format));
  }

  return { opened, open, find, list, read, paste, save, saveJournal };
}

async function readAll(texts: AsyncIterable<string>): Promise<string> {
  const read: string[] = [];
  for await (const text of texts) read.push(text);
  return read.join("");
}
