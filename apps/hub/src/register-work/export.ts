import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import { exportNames, toFieldColumn } from "../registers/import-columns.ts";
import { codeOf, toTicketText } from "../registers/keys.ts";
import type { KeyRules } from "../registers/register.ts";
import { showKey } from "../registers/shown-key.ts";
import type { EntryRecord, MovementRecord, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { showMovement } from "./quantities.ts";
import { readEntries } from "./read-entries.ts";

const pageSize = 500;

/**
 * Yields the entries of a register as CSV, for example for a mail merge: with their codes, a column
 * for each field, and whether they are inside. Codes and UIDs are written unchanged, so that
 * tickets made from them are recognized; all other cells are made safe against running as formulas.
 * Importing the whole export changes nothing.
 */
export async function* exportEntries(
  store: Pick<Store, "entries">,
  { id, rules }: Pick<RegisterRecord, "id" | "rules">,
): AsyncGenerator<string> {
  const fields = new Set<string>();
  for await (const page of readEntries(store, id))
    for (const entry of page) for (const name of Object.keys(entry.fields)) fields.add(name);
  const fieldNames = [...fields];
  yield `${byteOrderMark}${toCsvLine([...exportNames, ...fieldNames.map(toFieldColumn)])}`;
  for await (const page of readEntries(store, id))
    yield page.map((entry) => toEntryLine(entry, fieldNames, rules.keys)).join("");
}

/** Yields the journal of a register as CSV, the newest movement first. */
export async function* exportMovements(
  store: Pick<Store, "movements">,
  { id }: Pick<RegisterRecord, "id">,
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

const movementColumns: (keyof MovementRecord)[] = [
  "id",
  "at",
  "door",
  "action",
  "result",
  "code",
  "entry",
  "label",
  "scan",
  "undoes",
  "forced",
  "place",
  "from",
  "delta",
  "round",
  "counted",
  "lot",
  "serial",
  "expires",
];

function toMovementLine(record: MovementRecord): string {
  const movement = showMovement(record);
  return toCsvLine(
    movementColumns.map((column) => {
      const value = movement[column];
      if (typeof value === "object") return value.label ?? "";
      // A number that begins with a minus sign is no formula.
      return typeof value === "number" ? { exact: String(value) } : String(value ?? "");
    }),
  );
}

function toEntryLine(entry: EntryRecord, fieldNames: readonly string[], rules?: KeyRules): string {
  const { id, label, group = "", keys, blocked, presence, attention = "", fields } = entry;
  const find = (kind: string) => keys.find((key) => key.startsWith(kind))?.slice(2) ?? "";
  const code = codeOf(keys);
  const cells = {
    id: String(id),
    label,
    group,
    attention,
    code: { exact: code === undefined ? find("m:") : toTicketText(code, rules) },
    uid: { exact: find("u:") },
    keys: keys.map(showKey).join(" "),
    blocked: String(blocked),
    status: presence?.status ?? "",
    since: presence ? new Date(presence.since).toISOString() : "",
    door: presence?.door ?? "",
    uses: String(presence?.uses ?? 0),
  };
  const values = new Map(Object.entries(fields));
  return toCsvLine([
    ...exportNames.map((name) => cells[name]),
    ...fieldNames.map((name) => values.get(name) ?? ""),
  ]);
}
