import { toCsvLine } from "../files/csv-line.ts";
import { codeOf } from "../registers/keys.ts";
import type { EntryRecord, MovementRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { readEntries } from "./register-pages.ts";

const pageSize = 500;

/** With it, Excel reads the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/**
 * Yields the entries of a register as CSV, for a mail merge: with their code, a column for each of their fields, and whether
 * they are inside. A field with the name of another column is called `field …`.
 */
export async function* exportEntries(
  store: Pick<Store, "entries">,
  id: number,
): AsyncGenerator<string> {
  const fields = new Set<string>();
  for await (const page of readEntries(store, id))
    for (const entry of page) for (const name of Object.keys(entry.fields)) fields.add(name);
  const names = [...fields];
  const fieldColumns = names.map((name) => (entryColumns.includes(name) ? `field ${name}` : name));
  yield `${byteOrderMark}${toCsvLine([...entryColumns, ...fieldColumns])}`;
  for await (const page of readEntries(store, id))
    yield page.map((entry) => toEntryLine(entry, names)).join("");
}

/** Yields the journal of a register as CSV, the newest movement first. */
export async function* exportMovements(
  store: Pick<Store, "movements">,
  id: number,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${toCsvLine(movementColumns)}`;
  for (let before: number | undefined; ; ) {
    const page = await store.movements(id, {
      ...(before !== undefined && { before }),
      limit: pageSize,
    });
    yield page.map(toMovementLine).join("");
    if (page.length < pageSize) return;
    before = page.at(-1)!.id;
  }
}

const movementColumns = [
  ...["id", "at", "door", "action", "result", "code"],
  ...["entry", "label", "scan", "undoes", "forced"],
] as (keyof MovementRecord)[];

function toMovementLine(movement: MovementRecord): string {
  return toCsvLine(movementColumns.map((column) => String(movement[column] ?? "")));
}

const entryColumns = [
  ...["id", "label", "group", "code", "keys", "attention"],
  ...["blocked", "status", "since", "door", "uses"],
];

function toEntryLine(entry: EntryRecord, fieldNames: readonly string[]): string {
  const { id, label, group = "", keys, blocked, presence, attention = "", fields } = entry;
  const code = codeOf(keys) ?? "";
  return toCsvLine([
    ...[String(id), label, group, code, keys.map((key) => key.slice(2)).join(" "), attention],
    ...[String(blocked), presence?.status ?? ""],
    ...[presence ? new Date(presence.since).toISOString() : "", presence?.door ?? ""],
    ...[String(presence?.uses ?? 0), ...fieldNames.map((name) => fields[name] ?? "")],
  ]);
}
