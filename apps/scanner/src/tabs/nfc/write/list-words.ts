import { readTag } from "@scanhook/tags";
import { toTagLine } from "../../../tag/tag-line.ts";
import { nfcWritingTexts } from "../../../texts/nfc-writing-texts.ts";
import type { Column } from "../../../writing/list/columns.ts";
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
  if (!meaning) return words.column(name, words.notWritten);
  if (typeof meaning === "string") return words.column(name, words[meaning]);
  return words.column(name, nfcWritingTexts.menu.kinds[meaning.kind].title);
}
