import type { CareReport } from "../../../src/register-work/opening-care.ts";
import type { StockReport } from "../../../src/register-work/opening-stock.ts";
import type { ImportUndone } from "../../../src/store/import-undo.ts";
import { formatList } from "../number-format.ts";
import { importTexts as texts } from "../texts/registers.ts";
import type { ImportReport } from "./registers.ts";

/** Says how many rows a list has, and what becomes of them. */
export function describeRows(report: ImportReport): string {
  const { line, rows, conflict, ...words } = texts.counts;
  const parts = [
    words.new({ count: report.new }),
    words.changed({ count: report.changed }),
    words.same({ count: report.same }),
  ];
  if (report.conflict > 0) parts.push(conflict({ count: report.conflict }));
  return line({ rows: rows({ count: report.rows }), parts: formatList(parts) });
}

/** Says what becomes of the quantities in a list. */
export function describeQuantities(report: StockReport): string {
  const { line, differing, ...words } = texts.stock;
  const parts = [words.counted({ count: report.counted }), words.same({ count: report.same })];
  if (report.places > 0) parts.push(words.places({ count: report.places }));
  if (report.summed > 0) parts.push(words.summed({ count: report.summed }));
  if (report.refused > 0) parts.push(words.refused({ count: report.refused }));
  const sentence = line({ parts: formatList(parts) });
  if (report.dropped === 0) return sentence;
  return `${sentence} ${differing({ lines: listLines(report.droppedLines, report.dropped) })}`;
}

/** Says what becomes of the loans and dates in a list. */
export function describeOpeningCare(report: CareReport): string {
  const { line, ...words } = texts.care;
  const parts = [
    words.lent({ count: report.lent }),
    words.dated({ count: report.dated }),
    words.same({ count: report.same }),
  ];
  if (report.people > 0) parts.push(words.people({ count: report.people }));
  if (report.refused > 0) parts.push(words.refused({ count: report.refused }));
  return line({ parts: formatList(parts) });
}

/** Says what the undoing of an import did. */
export function describeUndoing({ removed, putBack, left }: ImportUndone): string {
  const words = texts.undone;
  return words.line({
    removed: words.removed({ count: removed }),
    putBack: words.putBack({ count: putBack }),
    left: words.left({ count: left }),
  });
}

/** Lists lines or cells. If there are more than those, the list ends with an ellipsis. */
export function listLines(shown: readonly (number | string)[], count = shown.length): string {
  const lines = shown.map(String);
  return formatList(count > shown.length ? [...lines, "…"] : lines);
}
