import type { NdefRecord } from "@scanhook/tags";
import { emptyValues, type Kind, kinds, makers } from "../kinds.ts";
import type { Problem } from "../made.ts";
import { type Column, readColumns } from "./columns.ts";
import { type CsvRow, readCsv } from "./csv.ts";

/** What is wrong with a line; `column` as the file names it. */
export type RowProblem = { column: string; problem: Problem | "not-a-security" } | RowFault;
export type RowFault = { column?: undefined; problem: "nothing" | "quotes" | "more-cells" };

export type ListRow = { line: number; cells: string[] } & (
  | { ok: true; records: NdefRecord[] }
  | { ok: false; problems: RowProblem[] }
);

export type List = { columns: Column[]; rows: ListRow[] };

export type ListReading = { ok: true; list: List } | { ok: false; problem: "empty" | "no-columns" };

/**
 * Reads a list of tags to write, one a line: CSV with commas, semicolons or tabs. The first line names the columns; a
 * list of one column may begin at once, and its addresses are written as such, the rest as text in `language`.
 */
export function readList(text: string, language: string): ListReading {
  const table = readTable(text);
  if (!table) return { ok: false, problem: "no-columns" };
  const { columns, rows } = table;
  if (rows.length === 0) return { ok: false, problem: "empty" };
  return { ok: true, list: { columns, rows: rows.map((row) => readRow(row, columns, language)) } };
}

type Table = { columns: Column[]; rows: CsvRow[] };

/** Takes the separator by which the first line names the most columns that are known. */
function readTable(text: string): Table | undefined {
  let best: Table | undefined;
  let mostKnown = 0;
  for (const separator of ["none", "comma", "semicolon", "tab"] as const) {
    const [first, ...rows] = readCsv(text, separator);
    const columns = first && readColumns(first.cells);
    const known = columns?.filter(({ meaning }) => meaning !== undefined).length ?? 0;
    if (!columns || known <= mostKnown) continue;
    best = { columns, rows };
    mostKnown = known;
  }
  return best ?? readOneColumn(text);
}

/** Lines of one cell each, without a name; an address may hold what separates cells elsewhere. */
function readOneColumn(text: string): Table | undefined {
  const rows = readCsv(text, "none");
  const isOneCell = (["comma", "semicolon", "tab"] as const).every((separator) =>
    readCsv(text, separator).every(({ cells }) => cells.length === 1),
  );
  const isOne = isOneCell || rows.every(({ cells: [cell = ""] }) => isAddress.test(cell));
  return isOne ? { columns: [{ name: "", meaning: "content" }], rows } : undefined;
}

function readRow(row: CsvRow, columns: Column[], language: string): ListRow {
  const { line, cells } = row;
  const fault = (problem: RowFault["problem"]): ListRow => ({
    line,
    cells,
    ok: false,
    problems: [{ problem }],
  });
  if (row.badQuotes) return fault("quotes");
  if (cells.slice(columns.length).some((cell) => cell.trim() !== "")) return fault("more-cells");
  const filled = fillForms(cells, columns, language);
  if (filled.forms.size === 0) return fault("nothing");
  const records: NdefRecord[] = [];
  const problems: RowProblem[] = [...filled.problems];
  for (const kind of kinds) {
    const values = filled.forms.get(kind);
    if (!values) continue;
    const made = makers[kind](values as never);
    if (made.ok) records.push(...made.records);
    else {
      for (const [field, problem] of Object.entries(made.problems)) {
        problems.push({ column: nameOf(kind, field, columns), problem });
      }
    }
  }
  return problems.length > 0
    ? { line, cells, ok: false, problems }
    : { line, cells, ok: true, records };
}

type Forms = Map<Kind, Record<string, string>>;

/** The forms that the cells of a line fill in. */
function fillForms(
  cells: string[],
  columns: Column[],
  language: string,
): { forms: Forms; problems: RowProblem[] } {
  const forms: Forms = new Map();
  const said = new Map<string, string>();
  const fill = (kind: Kind, field: string, value: string) => {
    const form = forms.get(kind) ?? { ...emptyValues[kind] };
    forms.set(kind, { ...form, [field]: value });
  };
  for (const [index, { meaning }] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (!meaning || cell.trim() === "") continue;
    if (meaning === "content") fill(...contentOf(cell));
    else if (typeof meaning === "string") said.set(meaning, cell);
    // These two say how something is written, and nothing by themselves.
    else if (meaning.field === "language" || meaning.field === "security") {
      said.set(meaning.field, cell);
    } else fill(meaning.kind, meaning.field, cell);
  }
  const point = [said.get("latitude"), said.get("longitude")];
  if (point.some((half) => half !== undefined)) fill("place", "coordinates", point.join(","));
  if (forms.has("text")) fill("text", "language", said.get("language") ?? language);
  if (!forms.has("wifi")) return { forms, problems: [] };
  const security = toSecurity(said.get("security"), forms.get("wifi")?.password ?? "");
  fill("wifi", "security", security ?? "wpa");
  if (security) return { forms, problems: [] };
  const column = nameOf("wifi", "security", columns);
  return { forms, problems: [{ column, problem: "not-a-security" }] };
}

const isAddress = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|geo|urn):|www\.)\S+\s*$/i;

function contentOf(cell: string): [Kind, string, string] {
  return isAddress.test(cell) ? ["link", "url", cell] : ["text", "text", cell];
}

function toSecurity(written: string | undefined, password: string): string | undefined {
  if (written === undefined) return password === "" ? "open" : "wpa";
  if (/^\s*(?:wpa|sae|rsn)/i.test(written)) return "wpa";
  if (/^\s*wep/i.test(written)) return "wep";
  return /^\s*(?:open|none|no|nopass)\s*$/i.test(written) ? "open" : undefined;
}

/** The column a field was filled from; a field of coordinates may come from two. */
function nameOf(kind: Kind, field: string, columns: Column[]): string {
  const named = columns.find(
    ({ meaning }) =>
      typeof meaning === "object" && meaning.kind === kind && meaning.field === field,
  );
  const halves = columns.filter(({ meaning }) => meaning === "latitude" || meaning === "longitude");
  if (!named && field === "coordinates") return halves.map(({ name }) => name).join(", ");
  return named?.name ?? columns.find(({ meaning }) => meaning === "content")?.name ?? field;
}
