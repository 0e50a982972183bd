import type { ReadRow } from "../registers/import.ts";
import { codeOf, textKey } from "../registers/keys.ts";
import { makeRandomCode } from "../registers/random-code.ts";
import { createTimeBox } from "../registers/time-box.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

type Register = Pick<RegisterRecord, "id" | "rules">;

/** Makes a random code for each entry without one. Resolves to how many it made. */
export async function makeMissingCodes(
  store: Pick<Store, "entries" | "addCodes">,
  { id, rules }: Register,
): Promise<number> {
  let made = 0;
  for await (const page of readEntries(store, id)) {
    const codes = page
      .filter(({ keys }) => codeOf(keys) === undefined)
      .map((entry) => ({ entry: entry.id, key: textKey(makeRandomCode(), rules.keys)! }));
    if (codes.length > 0) made += await store.addCodes(id, codes);
  }
  return made;
}

/**
 * Completes the rows of a list that have no code. A row gets the code of the entry that has its UID
 * or mail address, or if it has neither, of the entry with its label that no other row has taken;
 * else a random code is made. Resolves to the rows for which one was made.
 */
export async function completeCodes(
  store: Pick<Store, "entries">,
  { id, rules }: Register,
  rows: ReadRow[],
): Promise<Set<ReadRow>> {
  const lacking = rows.filter(({ keys }) => codeOf(keys) === undefined);
  const made = new Set<ReadRow>();
  if (lacking.length === 0) return made;
  const byKey = new Map<string, EntryRecord>();
  const byLabel = new Map<string, EntryRecord[]>();
  for await (const page of readEntries(store, id)) {
    for (const entry of page) {
      for (const key of entry.keys) byKey.set(key, entry);
      const named = byLabel.get(entry.label);
      if (named) named.push(entry);
      else byLabel.set(entry.label, [entry]);
    }
  }
  const find = (keys: readonly string[]) =>
    keys.map((key) => byKey.get(key)).find((entry) => entry !== undefined);
  const taken = new Set(rows.map(({ keys }) => find(keys)?.id));
  const usedKeys = new Set(rows.flatMap(({ keys }) => keys));
  const timeBox = createTimeBox();
  for (const row of lacking) {
    const entry =
      row.keys.length > 0
        ? find(row.keys)
        : byLabel.get(row.label)?.find((named) => !taken.has(named.id));
    if (entry) taken.add(entry.id);
    row.keys = [...new Set([...row.keys, ...(entry?.keys ?? [])])];
    if (codeOf(row.keys) === undefined) {
      let key: string;
      do key = textKey(makeRandomCode(), rules.keys)!;
      while (byKey.has(key) || usedKeys.has(key));
      usedKeys.add(key);
      row.keys.push(key);
      made.add(row);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  return made;
}
