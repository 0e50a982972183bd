import { type Parsed, refuse } from "../parsed.ts";
import { guessColumnsFor } from "../registers/guess-columns.ts";
import { createGuessing } from "../registers/guessable.ts";
import { readRows } from "../registers/import.ts";
import {
  exportColumns,
  findColumnProblem,
  type ImportColumns,
  isExport,
  type SomeColumns,
} from "../registers/import-columns.ts";
import { codeOf } from "../registers/keys.ts";
import { keyRulesOf } from "../registers/kinds/kinds.ts";
import { listAnswerFields } from "../registers/lead-answers.ts";
import { formatListDate } from "../registers/list-date.ts";
import { isNameLike } from "../registers/name-like.ts";
import { isPrivateColumn } from "../registers/private-columns.ts";
import type { ReadRow } from "../registers/read-row.ts";
import { isOfPeople } from "../registers/register.ts";
import { entryNouns, type Table, type TableOptions } from "../registers/table.ts";
import { createTimeBox } from "../registers/time-box.ts";
import type { ImportStatus, RegisterRecord } from "../store/registers.ts";
import type { Store } from "../store/store.ts";
import { say } from "../texts/exact-message.ts";
import { completeCodes } from "./codes.ts";
import { bookCare, type CareReport, planCare } from "./opening-care.ts";
import { bookStock, planStock, type StockReport } from "./opening-stock.ts";
import { readEntries } from "./read-entries.ts";
import { readTable } from "./read-table.ts";

/**
 * How to import a list. Without `label`, all columns are guessed. Without `header`, it is guessed
 * whether the first line has their names.
 */
export type ImportOptions = SomeColumns &
  Omit<TableOptions, "kind"> & {
    /** Only report what the import would do. */
    dry?: boolean | undefined;
    /** Make a code for each row without one. This is always done if no column has codes. */
    makeCodes?: boolean | undefined;
    /** Block the entries that are not in the list. */
    replace?: boolean | undefined;
  };

/**
 * A row as it is stored. `code` may be a mail address; if it is absent, the row gets a random code.
 * `quantity` is how much of an article is at `place`, in units. `holder` is the person who has a
 * thing, and `due` its date.
 */
export type SampleRow = {
  code?: string | undefined;
  label: string;
  group?: string | undefined;
  quantity?: number | undefined;
  place?: string | undefined;
  holder?: string | undefined;
  due?: string | undefined;
};

/**
 * How many rows had each status, and how many entries were blocked (`blocked`) because they are not
 * in the list.
 */
export type ImportReport = Record<ImportStatus, number> &
  Pick<Table, "separator" | "encoding" | "hasHeader" | "workbook"> & {
    rows: number;
    blocked: number;
    /** The lines of the first rows in conflict. */
    conflicts: number[];
    /** How many codes were made. */
    made: number;
    /** How many of the codes could be guessed. */
    guessable: number;
    /** How many of the codes look like names, which many people know. */
    nameLike: number;
    /** The columns that were used. */
    used: ImportColumns;
    samples: SampleRow[];
    /** The outcome for the quantities of a stock. */
    stock?: StockReport | undefined;
    /** The outcome for the holders and dates of loans or an inspection. */
    care?: CareReport | undefined;
  };

/** The intended duration of one transaction of an import, so that no scan waits long for it. */
const targetTransactionMs = 10;
const maxShownConflicts = 20;
const blockBatchSize = 500;
const maxSamples = 3;

type ImportingRegister = Pick<
  RegisterRecord,
  "id" | "kind" | "rules" | "entriesFrom" | "peopleFrom"
>;

/**
 * Imports a list into a register, a few rows at a time. A row changes the entry that has one of its
 * keys, or adds an entry. A lead keeps its answers and what its row lacks. In a stock, places that
 * do not exist yet are added, too, and what the list says to be where is counted by hand. In loans
 * and inspections, things are lent and get dates by hand as the list says, and unknown holders are
 * added. The import of entries can be undone until the next one. If the list cannot be read or has
 * invalid rows, imports nothing and returns one sentence.
 */
export async function importList(
  store: Store,
  register: ImportingRegister,
  bytes: Uint8Array,
  options: ImportOptions,
): Promise<Parsed<ImportReport>> {
  const { dry = false, replace = false, makeCodes = false } = options;
  const { id, kind } = register;
  const isOfThings = !isOfPeople(kind);
  const list = await openList(register, bytes, options);
  if (!list.ok) return list;
  const { table, used } = list.value;
  const makesCodes = isOfThings || makeCodes || used.key === undefined;
  const rowOptions = { codesMayLack: makesCodes, kind };
  const rows = await readRows(table, used, keyRulesOf(register), rowOptions);
  if (!rows.ok) return rows;
  const made = makesCodes ? await completeCodes(store, register, rows.value) : new Set<ReadRow>();
  const plan = await planEffects(store, register, rows.value, used);
  if (!plan.ok) return plan;
  const { added, book } = plan.value;
  const madeForAdded = await completeCodes(store, register, added);
  const missing = replace ? await findMissing(store, id, rows.value) : [];
  if (!dry) await store.forgetImport(id);
  const kept = kind === "leads" ? listAnswerFields(register.rules.questions) : undefined;
  const importing = { label: crypto.randomUUID(), dry, kept };
  await importRows(store, id, added, importing);
  const { counts, conflicting } = await importRows(store, id, rows.value, importing);
  const effects = await book({ dry, isLeftOut: (row) => conflicting.has(row) });
  let blocked = dry ? missing.length : 0;
  for (let start = 0; !dry && start < missing.length; start += blockBatchSize)
    blocked += await store.blockEntries(id, missing.slice(start, start + blockBatchSize));
  const { separator, encoding, hasHeader, workbook } = table;
  const samples = chooseSamples(rows.value, table).map((row) => toSample(row, made));
  return {
    ok: true,
    value: {
      ...counts,
      rows: rows.value.length,
      blocked,
      conflicts: [...conflicting].slice(0, maxShownConflicts).map(({ line }) => line),
      made: made.size + madeForAdded.size,
      ...judgeCodes(isOfThings ? [] : rows.value),
      separator,
      encoding,
      hasHeader,
      workbook,
      used,
      samples,
      ...effects,
    },
  };
}

/** The entries that a list adds beside its rows, and what books the rest of it. */
type PlannedEffects = {
  added: ReadRow[];
  book: (options: {
    dry: boolean;
    isLeftOut: (row: ReadRow) => boolean;
  }) => Promise<Pick<ImportReport, "stock" | "care">>;
};

/** Plans what a list says besides its entries: what is where, or who has what until when. */
async function planEffects(
  store: Store,
  register: ImportingRegister,
  rows: readonly ReadRow[],
  used: ImportColumns,
): Promise<Parsed<PlannedEffects>> {
  if (isOfPeople(register.kind)) return { ok: true, value: { added: [], book: async () => ({}) } };
  if (register.kind === "stock") {
    const plan = await planStock(store, register, rows, used);
    if (!plan.ok) return plan;
    const { value } = plan;
    const book: PlannedEffects["book"] = async (options) => ({
      stock: await bookStock(store, register, value, options),
    });
    return { ok: true, value: { added: value.places, book } };
  }
  const plan = await planCare(store, register, rows, used);
  if (!plan.ok) return plan;
  const { value } = plan;
  const book: PlannedEffects["book"] = async (options) => ({
    care: await bookCare(store, register, value, options),
  });
  return { ok: true, value: { added: value.people, book } };
}

/** Imports rows, a few at a time. Returns how many had each status, and the rows in conflict. */
async function importRows(
  store: Pick<Store, "importEntries">,
  id: number,
  rows: readonly ReadRow[],
  options: { label: string; dry: boolean; kept: readonly string[] | undefined },
): Promise<{ counts: Record<ImportStatus, number>; conflicting: Set<ReadRow> }> {
  const counts: Record<ImportStatus, number> = { new: 0, changed: 0, same: 0, conflict: 0 };
  const conflicting = new Set<ReadRow>();
  let chunkSize = 50;
  for (let start = 0; start < rows.length; ) {
    const chunk = rows.slice(start, start + chunkSize);
    const startedAt = performance.now();
    const statuses = await store.importEntries(id, chunk, options);
    const durationMs = performance.now() - startedAt;
    statuses.forEach((status, index) => {
      counts[status] += 1;
      if (status === "conflict") conflicting.add(chunk[index]!);
    });
    start += chunk.length;
    const nextSize = durationMs < targetTransactionMs ? chunkSize * 2 : Math.floor(chunkSize / 2);
    chunkSize = Math.max(10, Math.min(500, nextSize));
  }
  return { counts, conflicting };
}

/** Counts the codes that could be guessed, and those that look like names. */
function judgeCodes(rows: readonly ReadRow[]): { guessable: number; nameLike: number } {
  const guessing = createGuessing();
  let nameLike = 0;
  for (const { keys, label } of rows) {
    guessing.add(keys);
    const code = codeOf(keys);
    if (code !== undefined && isNameLike(code, label)) nameLike += 1;
  }
  return { guessable: guessing.count(), nameLike };
}

/** The beginning of a list, and guesses about its columns, header and encoding. */
export type ListPreview = Pick<
  Table,
  "columns" | "rows" | "separator" | "encoding" | "hasHeader" | "workbook"
> & {
  rowCount: number;
  guess: SomeColumns;
  /** The columns with private data, which nobody at a door needs to see. */
  private: string[];
};

const maxPreviewRows = 5;
const maxJudgedRows = 1000;

/** Reads a list without importing it. Returns one sentence if the file cannot be read as a list. */
export async function previewList(
  { kind, rules }: Pick<RegisterRecord, "kind" | "rules">,
  bytes: Uint8Array,
  options: Omit<TableOptions, "kind">,
): Promise<Parsed<ListPreview>> {
  const table = await readTable(bytes, { ...options, kind });
  if (!table.ok) return table;
  const { columns, rows, separator, encoding, hasHeader, workbook } = table.value;
  const guess = guessColumnsFor(kind, table.value, rules.keys);
  const first = rows.slice(0, maxPreviewRows);
  const shown = { columns, rows: first, separator, encoding, hasHeader, workbook };
  const judged = rows.slice(0, maxJudgedRows);
  const hidden = columns.filter((name, index) =>
    isPrivateColumn(
      name,
      judged.map((row) => row[index] ?? ""),
    ),
  );
  return { ok: true, value: { ...shown, rowCount: rows.length, guess, private: hidden } };
}

async function openList(
  { kind, rules }: Pick<RegisterRecord, "kind" | "rules">,
  bytes: Uint8Array,
  { dry: _, makeCodes: __, replace: ___, encoding, header, sheet, ...columns }: ImportOptions,
): Promise<Parsed<{ table: Table; used: ImportColumns }>> {
  const { label } = columns;
  const problem = findColumnProblem(columns, kind);
  if (problem) return refuse(problem);
  // A caller that names a column has seen the column names, so the list has a header.
  const isNumbered = label !== undefined && /^Column \d+$/.test(label);
  const hasHeader = label === undefined ? header : (header ?? (isNumbered ? undefined : true));
  const table = await readTable(bytes, { encoding, header: hasHeader, sheet, kind });
  if (!table.ok) return table;
  const used = label === undefined ? guessColumnsFor(kind, table.value, rules.keys) : columns;
  if (used.label === undefined) return refuse(say(`no-column-of-${entryNouns[kind]}s`));
  const { columns: names } = table.value;
  const { blocked } = isExport(names, kind) ? exportColumns(names, kind) : used;
  return { ok: true, value: { table: table.value, used: { ...used, label: used.label, blocked } } };
}

/**
 * Resolves to the ids of the guests or things that are not blocked and that no row of the list
 * refers to.
 */
async function findMissing(
  store: Pick<Store, "entries">,
  id: number,
  rows: readonly ReadRow[],
): Promise<number[]> {
  const listed = new Set(rows.flatMap(({ keys }) => keys));
  const missing: number[] = [];
  const timeBox = createTimeBox();
  for await (const page of readEntries(store, id)) {
    for (const { id: entry, role, keys, blocked } of page)
      if (!blocked && role === undefined && !keys.some((key) => listed.has(key)))
        missing.push(entry);
    if (timeBox.isOver()) await timeBox.next();
  }
  return missing;
}

/**
 * Chooses the first rows as samples. If the encoding is uncertain and none of them has letters
 * outside ASCII, the last sample is the first row that has, so that people can check the encoding.
 */
function chooseSamples(rows: readonly ReadRow[], { encoding }: Table): ReadRow[] {
  const first = rows.slice(0, maxSamples);
  if (encoding.startsWith("UTF-")) return first;
  const hasNonAscii = ({ label, group = "" }: ReadRow) => /\P{ASCII}/u.test(label + group);
  const firstNonAscii = first.some(hasNonAscii) ? undefined : rows.find(hasNonAscii);
  return firstNonAscii ? [...first.slice(0, maxSamples - 1), firstNonAscii] : first;
}

function toSample(row: ReadRow, made: ReadonlySet<ReadRow>): SampleRow {
  const mail = row.keys.find((key) => key.startsWith("m:"))?.slice(2);
  const code = made.has(row) ? undefined : (codeOf(row.keys) ?? mail);
  const [at] = row.at ?? [];
  const quantity = at && at.quantity / 1000;
  const due = row.dueAt === undefined ? undefined : formatListDate(row.dueAt);
  const { label, group, holder } = row;
  return { code, label, group, quantity, place: at?.place || undefined, holder, due };
}
