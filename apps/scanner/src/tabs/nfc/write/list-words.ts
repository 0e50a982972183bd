import { parseTag } from "@scanhook/tags";
import { toTagLine } from "../../../tag/tag-line.ts";
import { formatItems } from "../../../texts/numbers.ts";
import { nfcWritingTexts, writeListTexts } from "../../../texts/writing.ts";
import { type Column, type ColumnMeaning, columnNames } from "../../../writing/list/columns.ts";
import type { ListRow, RowProblem } from "../../../writing/list/parse-list.ts";
import type { countStates } from "../../../writing/list/run.ts";

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
    return writeListTexts.faults[problem];
  }
  const sentence =
    problem === "not-a-security"
      ? writeListTexts["not-a-security"]
      : nfcWritingTexts.problems[problem];
  return column ? writeListTexts.problemIn({ column, sentence }) : sentence;
}

/** Returns the name of a column and what is written from it. */
export function formatColumn({ name, meaning }: Column): string {
  const words = meaning ? formatMeaning(meaning) : writeListTexts.notWritten;
  return name
    ? writeListTexts.column({ name, meaning: words })
    : writeListTexts.onlyColumn({ meaning: words });
}

function formatMeaning(meaning: ColumnMeaning): string {
  if (typeof meaning === "string") return writeListTexts[meaning];
  return nfcWritingTexts.menu.kinds[meaning.kind].title;
}

/** Returns how many tags of a list are written, and how many lines have errors. */
export function formatReady(good: number, bad: number): string {
  if (good === 0) return writeListTexts.noneGood;
  if (bad === 0) return writeListTexts.ready({ count: good });
  return writeListTexts.readyWithErrors({
    tags: writeListTexts.tagCount({ count: good }),
    lines: writeListTexts.lineCount({ count: bad }),
  });
}

/** Returns how many tags of a list are written, skipped and still to be written. */
export function formatCounts({ done, skipped, open }: StateCounts): string {
  return formatItems([
    writeListTexts.writtenCount({ count: done }),
    ...(skipped > 0 ? [writeListTexts.skippedCount({ count: skipped })] : []),
    writeListTexts.openCount({ count: open }),
  ]);
}

type StateCounts = Pick<ReturnType<typeof countStates>, "done" | "skipped" | "open">;

/** Returns the usual names of the known columns, grouped by what is written from them. */
export function listKnownColumns(): { meaning: string; names: string }[] {
  const known = new Map<string, string[]>();
  for (const [meaning, names] of columnNames) {
    const text = formatMeaning(meaning);
    known.set(text, [...(known.get(text) ?? []), ...names.slice(0, 2)]);
  }
  return [...known].map(([meaning, names]) => ({ meaning, names: names.join(", ") }));
}
