import { codeOf, textKey } from "../registers/keys.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import { makeRandomCode } from "../registers/random-code.ts";
import type { ReadRow } from "../registers/read-row.ts";
import type { KeyRules } from "../registers/rules.ts";
import { createTimeBox } from "../registers/time-box.ts";
import type { EntryRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./read-entries.ts";

type Register = Pick<RegisterRecord, "id" | "kind" | "rules">;

/** Gives each entry without a code a random one. Resolves to the number of new codes. */
export async function makeMissingCodes(
  store: Pick<Store, "entries" | "addCodes">,
  { id, ...register }: Register,
): Promise<number> {
  const rules = keyRulesOf(register);
  let newCodes = 0;
  for await (const page of readEntries(store, id)) {
    const codes = page
      .filter(({ keys }) => codeOf(keys) === undefined)
      .map((entry) => ({ entry: entry.id, key: makeRandomKey(rules) }));
    if (codes.length > 0) newCodes += await store.addCodes(id, codes);
  }
  return newCodes;
}

/** Makes the key of a random code that scans find under these rules. */
export function makeRandomKey(rules: KeyRules): string {
  return textKey(makeRandomCode(), rules)!;
}

/**
 * Adds a code to each row of a list without one, by changing its `keys`. If the row has a UID or a
 * mail address, it gets the code of the entry with that key, otherwise the code of an entry with
 * the same label and role to which no other row belongs. If there is no such entry, or it has no
 * code, the row gets a random code. The mail address of a lead is enough, and its name is no sign:
 * another contact may have it. Resolves to the rows with a random code.
 */
export async function completeCodes(
  store: Pick<Store, "entries">,
  { id, ...register }: Register,
  rows: readonly ReadRow[],
): Promise<Set<ReadRow>> {
  const rules = keyRulesOf(register);
  const isOfLeads = register.kind === "leads";
  const rowsWithoutCode = rows.filter(
    ({ keys }) =>
      codeOf(keys) === undefined && !(isOfLeads && keys.some((key) => key.startsWith("m:"))),
  );
  const rowsWithNewCode = new Set<ReadRow>();
  if (rowsWithoutCode.length === 0) return rowsWithNewCode;
  const byKey = new Map<string, EntryRecord>();
  const byName = new Map<string, Set<EntryRecord>>();
  const timeBox = createTimeBox();
  for await (const page of readEntries(store, id)) {
    for (const entry of page) {
      for (const key of entry.keys) byKey.set(key, entry);
      const sameName = byName.get(toName(entry));
      if (sameName) sameName.add(entry);
      else byName.set(toName(entry), new Set([entry]));
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  const find = (keys: readonly string[]) =>
    keys.map((key) => byKey.get(key)).find((entry) => entry !== undefined);
  const takenEntries = new Set(rows.map(({ keys }) => find(keys)?.id));
  const usedKeys = new Set(rows.flatMap(({ keys }) => keys));
  /** Returns the first entry with the same name that no row has taken, and forgets those before. */
  const takeNamed = (row: ReadRow) => {
    if (isOfLeads) return undefined;
    const sameName = byName.get(toName(row)) ?? new Set();
    for (const entry of sameName) {
      sameName.delete(entry);
      if (!takenEntries.has(entry.id)) return entry;
    }
    return undefined;
  };
  for (const row of rowsWithoutCode) {
    const entry = row.keys.length > 0 ? find(row.keys) : takeNamed(row);
    if (entry) takenEntries.add(entry.id);
    row.keys = [...new Set([...row.keys, ...(entry?.keys ?? [])])];
    if (codeOf(row.keys) === undefined) {
      let key: string;
      do key = makeRandomKey(rules);
      while (byKey.has(key) || usedKeys.has(key));
      usedKeys.add(key);
      row.keys.push(key);
      rowsWithNewCode.add(row);
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  return rowsWithNewCode;
}

function toName({ role, label }: Pick<ReadRow, "role" | "label">): string {
  return `${role ?? ""} ${label}`;
}
