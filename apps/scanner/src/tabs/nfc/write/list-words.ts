import { parseTag } from "@scanhook/tags";
import { toTagLine } from "../../../tag/tag-line.ts";
import { nfcWritingTexts } from "../../../texts/en/nfc-writing.ts";
import { type Column, type ColumnMeaning, columnNames } from "../../../writing/list/columns.ts";
import type { ListRow, RowProblem } from "../../../writing/list/parse-list.ts";

const listTexts = nfcWritingTexts.list;

/** Returns the content of a valid row, or the cells of an invalid one, as one line. */
export function formatRow(row: ListRow): string {
  return row.ok ? toTagLine(parseTag({ records: row.records })).line : row.cells.join(", ");
}

/** Returns the problems of a row as sentences; an empty string if it has none. */
export function formatProblems(row: ListRow): string {
  return row.ok ? "" : row.problems.map(formatProblem).join(" ");
}

function formatProblem({ column, problem }: RowProblem): string {
  if (problem === "nothing" || problem === "quotes" || problem === "more-cells") {
    return listTexts.faults[problem];
  }
  const sentence =
    problem === "not-a-security" ? listTexts["not-a-security"] : nfcWritingTexts.problems[problem];
  return column ? listTexts.problemIn(column, sentence) : sentence;
}

/** Returns the name of a column and what is written from it. */
export function formatColumn({ name, meaning }: Column): string {
  return listTexts.column(name, meaning ? formatMeaning(meaning) : listTexts.notWritten);
}

function formatMeaning(meaning: ColumnMeaning): string {
  if (typeof meaning === "string") return listTexts[meaning];
  return nfcWritingTexts.menu.kinds[meaning.kind].title;
}

/** Returns the usual names of the known columns, grouped by what is written from them. */
export function listKnownColumns(): { meaning: string; names: string }[] {
  const known = new Map<string, string[]>();
  for (const [meaning, names] of columnNames) {
    const text = formatMeaning(meaning);
    known.set(text, [...(known.get(text) ?? []), ...names.slice(0, 2)]);
  }
  return [...known].map(([meaning, names]) => ({ meaning, names: names.join(", ") }));
}
