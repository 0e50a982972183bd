import { exportNames, toCodeColumn, toFieldColumn } from "../registers/import-columns.ts";
import { joinLots, toPlaceKey } from "../registers/import-stock.ts";
import { codeOf, toTicketText } from "../registers/keys.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import { formatAnswerLine, type KeptAnswer } from "../registers/questions.ts";
import { isOfPeople, type KindName } from "../registers/register.ts";
import type { KeyRules } from "../registers/rules.ts";
import { showKey } from "../registers/shown-key.ts";
import { type Named, readPersonNames } from "../scans/person-names.ts";
import type { XlsxColumn } from "../spreadsheets/write-xlsx.ts";
import type { EntryName, MovementRecord } from "../store/movements.ts";
import type { EntryRecord, RegisterRecord, StockAt } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { findRegister } from "./find-register.ts";
import { type NamingStore, nameLeads, nameMovements, openDoorNames } from "./name-movements.ts";
import { showEntry, showMovement } from "./quantities.ts";
import { readEntries } from "./read-entries.ts";
import { type ListCell, type ListFormat, writeTable } from "./write-table.ts";

const pageSize = 500;

type Exported = Pick<RegisterRecord, "id" | "kind" | "rules" | "peopleFrom" | "bindings">;
type EntriesStore = Pick<Store, "entries" | "registers" | "inbox" | "usersOfPeople">;
type MovementsStore = NamingStore & Pick<Store, "movements" | "usersOfPeople">;
type FindName = (door: string) => string | undefined;

/** The facts that the columns of an export depend on. */
type Layout = {
  kind: KindName;
  rules: KeyRules;
  fields: string[];
  /** The largest number of codes of an entry. */
  codes: number;
  /** The texts that stand for places and people, by their ids. */
  names: ReadonlyMap<number, string>;
};

/**
 * Yields the entries of a register. As a table, for example for a mail merge, they have their
 * codes, a column for each field, and whether they are inside; those of a stock have a line for
 * each place where there are some, and things have the person who has them and their date. In CSV,
 * the codes of guests and UIDs are written unchanged, so that tickets made from them are
 * recognized; all other cells are made safe against running as formulas, also the codes of things,
 * to which scans by strangers add. In XLSX no text runs as a formula. Importing the whole export
 * changes nothing. JSON Lines has one entry per line, as the API shows it. `by` is the user whose
 * leads they are.
 */
export async function* exportEntries(
  store: EntriesStore,
  register: Exported,
  format: ListFormat = "csv",
  filter: { by?: string | undefined } = {},
): AsyncGenerator<string | Uint8Array> {
  const { id, kind } = register;
  const findName = await openDoorNames(store, await readPersonNames(store), register);
  if (format === "jsonl") {
    for await (const page of readExported(store, id, filter))
      yield toJsonLines(nameLeads(page, findName).map(showEntry));
    return;
  }
  const layout = await findLayout(store, register, filter);
  const { codes, fields } = layout;
  const moreCodes = Array.from({ length: Math.max(0, codes - 1) }, (_, n) => toCodeColumn(n + 2));
  const fieldColumns = fields.map((field) => toFieldColumn(field, kind));
  const columns = [
    ...exportNames[kind].map(toColumn),
    ...[...moreCodes, ...fieldColumns].map((name) => ({ name })),
  ];
  yield* writeTable(format, columns, listRows(), { sheet: "Entries" });

  async function* listRows(): AsyncGenerator<ListCell[][]> {
    for await (const page of readExported(store, id, filter))
      yield page.flatMap((entry) => toEntryRows(entry, layout, findName));
  }
}

/**
 * Yields the journal of a register, the newest movement first, as a table or with one movement per
 * line as the API shows it. Quantities are in units.
 */
export async function* exportMovements(
  store: MovementsStore,
  { id, kind }: Exported,
  format: ListFormat = "csv",
): AsyncGenerator<string | Uint8Array> {
  const pages = readMovements(store, id);
  if (format === "jsonl") {
    for await (const page of pages) yield toJsonLines(page);
    return;
  }
  const columns = movementColumns[kind];
  yield* writeTable(format, columns.map(toMovementColumn), listRows(), { sheet: "Journal" });

  async function* listRows(): AsyncGenerator<ListCell[][]> {
    for await (const page of pages)
      yield page.map((movement) => columns.map((column) => toMovementCell(movement, column)));
  }
}

async function* readMovements(
  store: MovementsStore,
  id: number,
): AsyncGenerator<Named<MovementRecord>[]> {
  for (let before: number | undefined; ; ) {
    const found = await store.movements(id, {
      ...(before !== undefined && { before }),
      limit: pageSize,
    });
    const names = await readPersonNames(store);
    const named = await nameMovements(store, names, found, (register) => register.id === id);
    yield named.map(showMovement);
    if (found.length < pageSize) return;
    before = found.at(-1)!.id;
  }
}

/** The columns of numbers and times; all others hold texts. */
const formats: Readonly<Record<string, XlsxColumn["format"]>> = {
  id: "number",
  uses: "number",
  scans: "number",
  minimum: "number",
  amount: "number",
  quantity: "number",
  total: "number",
  entry: "number",
  scan: "number",
  undoes: "number",
  delta: "number",
  round: "number",
  counted: "number",
  answered: "number",
  at: "time",
  since: "time",
  "first scanned": "time",
  due: "day",
};

function toColumn(name: string): XlsxColumn {
  const format = formats[name] ?? "text";
  return name === "label" ? { name, format, width: 32 } : { name, format };
}

/** Returns a column of the journal, in which everything is due at a time of day. */
function toMovementColumn(name: string): XlsxColumn {
  return name === "due" ? { name, format: "time" } : toColumn(name);
}

function toJsonLines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

const checkInMovement = [
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
] as const satisfies (keyof MovementRecord)[];

type MovementColumn = keyof Named<MovementRecord>;

const movementColumns: Readonly<Record<KindName, readonly MovementColumn[]>> = {
  "check-in": [...checkInMovement, "person"],
  stock: [
    ...checkInMovement,
    "delta",
    "place",
    "from",
    "round",
    "counted",
    "lot",
    "serial",
    "expires",
    "person",
  ],
  loans: [...checkInMovement, "holder", "due", "dueDay", "answered", "answers", "person"],
  inspection: [...checkInMovement, "due", "dueDay", "answered", "answers", "person"],
  leads: [...checkInMovement, "answered", "answers", "person"],
};

/** Returns the cell of a column. A place or person has its label. */
function toMovementCell(movement: Named<MovementRecord>, column: MovementColumn): ListCell {
  const value = movement[column];
  if (column === "at" || column === "due") return value === undefined ? "" : { time: `${value}` };
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return value.map(toAnswerText).join("; ");
  return typeof value === "object" ? toNameText(value) : String(value ?? "");
}

function toAnswerText(answer: KeptAnswer): string {
  return `${formatAnswerLine(answer)}${answer.fail ? " (failed)" : ""}`;
}

function toNameText({ id, label = `#${id}` }: EntryName): string {
  return label;
}

async function findLayout(
  store: Pick<Store, "entries" | "registers">,
  register: Exported,
  filter: { by?: string | undefined },
): Promise<Layout> {
  const { id, kind } = register;
  const fields = new Set<string>();
  const named = { places: createNames(), people: createNames() };
  let codes = 1;
  for await (const page of readExported(store, id, filter))
    for (const entry of page) {
      for (const name of Object.keys(entry.fields)) fields.add(name);
      codes = Math.max(codes, listCodes(entry.keys).length);
      if (entry.role === "place") named.places.add(entry);
      if (entry.role === "person") named.people.add(entry);
    }
  for await (const page of readGuests(store, register))
    for (const guest of page) named.people.add(guest);
  return {
    kind,
    rules: keyRulesOf(register),
    fields: [...fields],
    codes: isOfPeople(kind) ? 1 : codes,
    names: new Map([...named.places.list(), ...named.people.list()]),
  };
}

/** Yields entries without contacts that were asked for consent and have not answered. */
async function* readExported(
  store: Pick<Store, "entries">,
  id: number,
  filter: { by?: string | undefined },
): AsyncGenerator<EntryRecord[]> {
  for await (const page of readEntries(store, id, filter)) yield page.filter(({ waits }) => !waits);
}

async function* readGuests(
  store: Pick<Store, "entries" | "registers">,
  { peopleFrom }: Exported,
): AsyncGenerator<EntryRecord[]> {
  const register = peopleFrom === undefined ? undefined : await findRegister(store, peopleFrom);
  if (register) yield* readEntries(store, register.id);
}

/**
 * Collects entries that other lines refer to. Each is called by its label if no other one has it,
 * else by its code.
 */
function createNames() {
  const entries: Pick<EntryRecord, "id" | "label" | "keys">[] = [];
  const countOfName = new Map<string, number>();
  return {
    add({ id, label, keys }: EntryRecord): void {
      entries.push({ id, label, keys });
      const key = toPlaceKey(label);
      countOfName.set(key, (countOfName.get(key) ?? 0) + 1);
    },
    list: () =>
      entries.map(({ id, label, keys }) => {
        const isOnly = countOfName.get(toPlaceKey(label)) === 1;
        return [id, isOnly ? label : (codeOf(keys) ?? label)] as const;
      }),
  };
}

/** Returns the code of an entry as its export writes it: its text, number or mail address. */
export function toCode(keys: readonly string[], rules: KeyRules): string {
  const [code] = listCodes(keys);
  return code === undefined ? findKey(keys, "m:") : toTicketText(code, rules);
}

function findKey(keys: readonly string[], kind: string): string {
  return keys.find((key) => key.startsWith(kind))?.slice(2) ?? "";
}

/** Lists the codes among keys, of which the first is that of `codeOf`. */
function listCodes(keys: readonly string[]): string[] {
  const texts = ["t:", "g:"].flatMap((kind) => keys.filter((key) => key.startsWith(kind)));
  return texts.map(showKey);
}

/** Returns the rows of an entry: one, or one for each place where there is some of it. */
function toEntryRows(entry: EntryRecord, layout: Layout, findName: FindName): ListCell[][] {
  const there = (entry.stock ?? []).filter(({ quantity }) => quantity !== 0);
  const places = there.length > 0 ? there : [undefined];
  return places.map((at) => toEntryRow(entry, at, layout, findName));
}

function toEntryRow(
  entry: EntryRecord,
  at: StockAt | undefined,
  layout: Layout,
  findName: FindName,
): ListCell[] {
  const { kind, rules, codes } = layout;
  const { id, label, group = "", keys, blocked, presence, attention = "", fields } = entry;
  const [, ...moreCodes] = listCodes(keys).map((each) => toTicketText(each, rules));
  const code = toCode(keys, rules);
  const isArticle = kind === "stock" && entry.role === undefined;
  const last = kind === "stock" ? at : (entry.care ?? presence);
  const total = (entry.stock ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  const cells: Record<string, ListCell> = {
    id,
    label,
    role: entry.role ?? "",
    group,
    attention,
    code: kind === "check-in" ? { exact: code } : code,
    uid: { exact: findKey(keys, "u:") },
    keys: keys.map(showKey).join(" "),
    blocked: String(blocked),
    status: presence?.status ?? entry.care?.status ?? "",
    holder: layout.names.get(entry.care?.holder?.id ?? 0) ?? "",
    due: entry.care?.dueAt === undefined ? "" : { due: entry.care.dueAt },
    since: last ? { time: new Date(last.since).toISOString() } : "",
    door: last?.door ?? "",
    uses: presence?.uses ?? 0,
    "first scanned": entry.lead ? { time: new Date(entry.lead.since).toISOString() } : "",
    by: entry.lead?.door ?? "",
    "by person": findName(entry.lead?.door ?? "") ?? "",
    scans: entry.lead?.scans ?? 0,
    unit: entry.unit ?? "",
    minimum: toUnits(entry.minimum),
    amount: toUnits(entry.amount),
    recalled: joinLots(entry.recalled ?? []),
    place: at ? (layout.names.get(at.place) ?? "") : "",
    quantity: toUnits(isArticle ? (at?.quantity ?? 0) : undefined),
    total: toUnits(isArticle ? total : undefined),
  };
  const values = new Map(Object.entries(fields));
  return [
    ...exportNames[kind].map((name) => cells[name]),
    ...Array.from({ length: codes - 1 }, (_, index) => moreCodes[index] ?? ""),
    ...layout.fields.map((name) => values.get(name) ?? ""),
  ];
}

/** Returns a quantity in units, of which it has the thousandths. */
function toUnits(quantity: number | undefined): number | undefined {
  return quantity === undefined ? undefined : quantity / 1000;
}
