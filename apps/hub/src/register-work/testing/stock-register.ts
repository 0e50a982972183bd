import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { StockRules } from "../../registers/register.ts";
import { openStore } from "../../store/open.ts";
import type { Store } from "../../store/store.ts";
import { exportEntries, exportMovements, type ListFormat } from "../export.ts";
import { findRegister } from "../find-register.ts";
import { type ImportOptions, importList } from "../import.ts";

/** A list whose articles are at two places. */
export const pens =
  "SKU,EAN,Name,Qty,Bin,Min,Unit\nS-1,4006381333931,Pens,12,A1,5,pcs\nS-1,,Pens,3,B2,5,pcs\nF-1,,Flour,2.5,a1,,kg\n";

/**
 * Opens a store for the tests of a file, with an empty stock `parts` before each of them. Returns
 * functions that import, export and read stocks. `store` can be read inside of tests and hooks.
 */
export function useStockRegister() {
  const opened = {} as { store: Store; dataDir: string };
  beforeAll(async () => {
    opened.dataDir = await mkdtemp(join(tmpdir(), "scanhook-stock-"));
    opened.store = await openStore({ dataDir: opened.dataDir, database: undefined });
  });
  afterAll(async () => {
    await opened.store.close();
    await rm(opened.dataDir, { recursive: true });
  });
  beforeEach(() => open({}));

  /** Replaces a stock by a new one without articles. */
  async function open(rules: StockRules, name = "parts"): Promise<void> {
    await opened.store.removeRegister(name);
    await opened.store.addRegister({ name, kind: "stock", rules });
  }

  const find = async (name = "parts") => (await findRegister(opened.store, name))!;
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

  /** Returns how much of an article is at each place. */
  async function stockOf(label: string, name?: string): Promise<Record<string, number>> {
    const entry = (await list(name)).find((each) => each.label === label);
    const stock = entry?.stock ?? [];
    return Object.fromEntries(stock.map(({ label: place = "", quantity }) => [place, quantity]));
  }

  return { opened, open, find, list, read, paste, save, saveJournal, stockOf };
}

async function readAll(texts: AsyncIterable<string>): Promise<string> {
  const read: string[] = [];
  for await (const text of texts) read.push(text);
  return read.join("");
}
