import { toCsvLine } from "../shaping/csv-line.ts";
import type { EntryRecord, MovementRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";

const pageSize = 500;

/** With it, Excel reads the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Yields the entries of a register as CSV, with their keys and whether they are inside. */
export async function* exportEntries(
  store: Pick<Store, "entries">,
  id: number,
): AsyncGenerator<string> {
  const columns = ["id", "label", "group", "keys", "blocked", "status", "since", "door", "uses"];
  yield `${byteOrderMark}${toCsvLine([...columns, "attention", "fields"])}`;
  for (let after = 0; ; ) {
    const page = await store.entries(id, { after, limit: pageSize });
    yield page.map(toEntryLine).join("");
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
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

function toEntryLine(entry: EntryRecord): string {
  const { id, label, group = "", keys, blocked, presence, attention = "", fields } = entry;
  return toCsvLine([
    ...[String(id), label, group, keys.map((key) => key.slice(2)).join(" "), String(blocked)],
    ...[presence?.status ?? "", presence ? new Date(presence.since).toISOString() : ""],
    ...[presence?.door ?? "", String(presence?.uses ?? 0), attention, JSON.stringify(fields)],
  ]);
}
