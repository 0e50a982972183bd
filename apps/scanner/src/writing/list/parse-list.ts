import { type CsvRecord, readRecords } from "@scanhook/csv/records";
import type { NdefRecord } from "@scanhook/tags";
import type { FieldProblem } from "../form-result.ts";
import { emptyValues, type Kind, kinds, recordBuilders } from "../kinds.ts";
import { type Column, parseColumns } from "./columns.ts";

/** A problem of a line. `column` is the name in the file. */
export type RowProblem = { column: string; problem: FieldProblem | "not-a-security" } | RowFault;
/** A problem of a whole line. */
export type RowFault = { column?: undefined; problem: "nothing" | "quotes" | "more-cells" };

export type ListRow = { line: number; cells: string[] } & (
  | { ok: true; records: NdefRecord[] }
  | { ok: false; problems: RowProblem[] }
);

export type List = { columns: Column[]; rows: ListRow[] };

export type ListResult = { ok: true; list: List } | { ok: false; problem: "empty" | "no-columns" };

/**
 * Parses a list of tags to write, one per line, as CSV with commas, semicolons or tabs. The first
 * line names the columns. A list of one column needs no header: its addresses are written as links,
 * everything else as text in `language`.
 */
export function parseList(text: string, language: string): ListResult {
  const table = parseTable(text);
  if (!table) return { ok: false, problem: "no-columns" };
  const { columns, rows } = table;
  if (rows.length === 0) return { ok: false, problem: "empty" };
  return { ok: true, list: { columns, rows: rows.map((row) => parseRow(row, columns, language)) } };
}

const separators = [",", ";", "\t"] as const;

/** Returns the records of the lines that are not blank. */
function parseRows(text: string, separator: string): CsvRecord[] {
  return [...readRecords(text, { separator })].filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ""),
  );
}

type Table = { columns: Column[]; rows: CsvRecord[] };

/**
 * Parses the text with the separator that gives the header the most known columns. Returns
 * undefined if no separator gives known columns and the list has more than one column.
 */
function parseTable(text: string): Table | undefined {
  let bestTable: Table | undefined;
  let maxKnownCount = 0;
  for (const separator of ["", ...separators]) {
    const [header, ...rows] = parseRows(text, separator);
    const columns = header && parseColumns(header.cells);
    const knownCount = columns?.filter(({ meaning }) => meaning !== undefined).length ?? 0;
    if (!columns || knownCount <= maxKnownCount) continue;
    bestTable = { columns, rows };
    maxKnownCount = knownCount;
  }
  return bestTable ?? parseOneColumn(text);
}

/**
 * Parses a list of one column without a header; returns undefined if it has more columns. A list of
 * addresses always has one, because addresses may contain separators.
 */
function parseOneColumn(text: string): Table | undefined {
  const rows = parseRows(text, "");
  const hasNoSeparator = separators.every((separator) =>
    parseRows(text, separator).every(({ cells }) => cells.length === 1),
  );
  const isAllAddresses = rows.every(({ cells: [cell = ""] }) => addressPattern.test(cell));
  return hasNoSeparator || isAllAddresses
    ? { columns: [{ name: "", meaning: "content" }], rows }
    : undefined;
}

function parseRow(row: CsvRecord, columns: Column[], language: string): ListRow {
  const { line, cells } = row;
  const toInvalidRow = (problem: RowFault["problem"]): ListRow => ({
    line,
    cells,
    ok: false,
    problems: [{ problem }],
  });
  if (row.fault) return toInvalidRow("quotes");
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    return toInvalidRow("more-cells");
  const filled = fillForms(cells, columns, language);
  if (filled.forms.size === 0) return toInvalidRow("nothing");

  const records: NdefRecord[] = [];
  const problems: RowProblem[] = [...filled.problems];
  for (const kind of kinds) {
    const values = filled.forms.get(kind);
    if (!values) continue;
    const result = recordBuilders[kind](values as never);
    if (result.ok) records.push(...result.records);
    else {
      for (const [field, problem] of Object.entries(result.problems)) {
        problems.push({ column: findColumnName(kind, field, columns), problem });
      }
    }
  }
  return problems.length > 0
    ? { line, cells, ok: false, problems }
    : { line, cells, ok: true, records };
}

type Forms = Map<Kind, Record<string, string>>;

/** Fills in the forms of all kinds that the cells of a line have values for. */
function fillForms(
  cells: string[],
  columns: Column[],
  language: string,
): { forms: Forms; problems: RowProblem[] } {
  const forms: Forms = new Map();
  const attributes = new Map<string, string>();
  const fill = (kind: Kind, field: string, value: string) => {
    const form = forms.get(kind) ?? { ...emptyValues[kind] };
    forms.set(kind, { ...form, [field]: value });
  };
  for (const [index, { meaning }] of columns.entries()) {
    const cell = cells[index] ?? "";
    if (!meaning || cell.trim() === "") continue;
    if (meaning === "content") fill(...toContentField(cell));
    else if (typeof meaning === "string") attributes.set(meaning, cell);
    // A language or a security alone is nothing to write, so neither opens a form.
    else if (meaning.field === "language" || meaning.field === "security") {
      attributes.set(meaning.field, cell);
    } else fill(meaning.kind, meaning.field, cell);
  }
  const coordinates = [attributes.get("latitude"), attributes.get("longitude")];
  // One of the two alone becomes invalid coordinates, which are reported.
  if (coordinates.some((coordinate) => coordinate !== undefined))
    fill("place", "coordinates", coordinates.join(","));
  if (forms.has("text")) fill("text", "language", attributes.get("language") ?? language);
  if (!forms.has("wifi")) return { forms, problems: [] };
  const security = toSecurity(attributes.get("security"), forms.get("wifi")?.password ?? "");
  fill("wifi", "security", security ?? "wpa");
  if (security) return { forms, problems: [] };
  const column = findColumnName("wifi", "security", columns);
  return { forms, problems: [{ column, problem: "not-a-security" }] };
}

const addressPattern = /^\s*(?:[a-z][a-z\d+.-]*:\/\/|(?:mailto|tel|sms|geo|urn):|www\.)\S+\s*$/i;

function toContentField(cell: string): [kind: Kind, field: string, value: string] {
  return addressPattern.test(cell) ? ["link", "url", cell] : ["text", "text", cell];
}

/** Parses the name of a security; undefined if it is unknown. Without one, a password means WPA. */
function toSecurity(input: string | undefined, password: string): string | undefined {
  if (input === undefined) return password === "" ? "open" : "wpa";
  if (/^\s*(?:wpa|sae|rsn)/i.test(input)) return "wpa";
  if (/^\s*wep/i.test(input)) return "wep";
  return /^\s*(?:open|none|no|nopass)\s*$/i.test(input) ? "open" : undefined;
}

/**
 * Returns the name of the column that filled a field; of both columns for latitude and longitude.
 */
function findColumnName(kind: Kind, field: string, columns: Column[]): string {
  const fieldColumn = columns.find(
    ({ meaning }) =>
      typeof meaning === "object" && meaning.kind === kind && meaning.field === field,
  );
  const coordinateColumns = columns.filter(
    ({ meaning }) => meaning === "latitude" || meaning === "longitude",
  );
  if (!fieldColumn && field === "coordinates")
    return coordinateColumns.map(({ name }) => name).join(", ");
  return fieldColumn?.name ?? columns.find(({ meaning }) => meaning === "content")?.name ?? field;
}
