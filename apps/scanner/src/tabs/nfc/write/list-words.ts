import { readTag } from "@scanhook/tags";
import { toTagLine } from "../../../tag/tag-line.ts";
import { nfcWritingTexts } from "../../../texts/nfc-writing-texts.ts";
import { type Column, columnNames, type Meaning } from "../../../writing/list/columns.ts";
import type { ListRow, RowProblem } from "../../../writing/list/read-list.ts";

const words = nfcWritingTexts.list;

/** What a line writes, in one line. */
export function sayRow(row: ListRow): string {
  return row.ok ? toTagLine(readTag({ records: row.records })).line : row.cells.join(", ");
}

/** What is wrong with a line, in sentences. */
export function sayProblems(row: ListRow): string {
  return row.ok ? "" : row.problems.map(sayProblem).join(" ");
}

function sayProblem({ column, problem }: RowProblem): string {
  if (problem === "nothing" || problem === "quotes" || problem === "more-cells") {
    return words.faults[problem];
  }
  const sentence =
    problem === "not-a-security" ? words["not-a-security"] : nfcWritingTexts.problems[problem];
  return column ? words.problemIn(column, sentence) : sentence;
}

/** What a column is written as. */
export function sayColumn({ name, meaning }: Column): string {
  return words.column(name, meaning ? sayMeaning(meaning) : words.notWritten);
}

function sayMeaning(meaning: Meaning): string {
  if (typeof meaning === "string") return words[meaning];
  return nfcWritingTexts.menu.kinds[meaning.kind].title;
}

/** The names of columns that are understood, by what they are written as. */
export function knownColumns(): { meaning: string; names: string }[] {
  const known = new Map<string, string[]>();
  for (const [meaning, names] of columnNames) {
    const said = sayMeaning(meaning);
    known.set(said, [...(known.get(said) ?? []), ...names.slice(0, 2)]);
  }
  return [...known].map(([meaning, names]) => ({ meaning, names: names.join(", ") }));
}
