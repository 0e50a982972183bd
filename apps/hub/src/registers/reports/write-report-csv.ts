import { byteOrderMark, toCsvLine } from "@scanhook/csv/line";
import { createTimeBox } from "../time-box.ts";
import { type Report, toText } from "./report.ts";

type Table = Pick<Report, "sectionColumns" | "columns" | "sections">;

/**
 * Yields the table of a report as CSV. Each row begins with the heading of its section, and a
 * section without rows has a line of its own. Lets other work run in between.
 */
export async function* writeReportCsv(report: Table): AsyncGenerator<string> {
  const timeBox = createTimeBox();
  let lines = byteOrderMark;
  for (const cells of listLines(report)) {
    lines += toCsvLine(cells);
    if (!timeBox.isOver()) continue;
    yield lines;
    lines = "";
    await timeBox.next();
  }
  yield lines;
}

function* listLines({ sectionColumns = [], columns, sections }: Table): Generator<string[]> {
  const noHeading = sectionColumns.map(() => "");
  const noCells = columns.map(() => "");
  yield [...sectionColumns, ...columns.map(({ header }) => header)];
  for (const { heading, rows } of sections) {
    const first = heading?.map(toText) ?? noHeading;
    let isEmpty = true;
    for (const row of rows) {
      isEmpty = false;
      yield [...first, ...row.map(toText)];
    }
    if (isEmpty && heading) yield [...first, ...noCells];
  }
}
