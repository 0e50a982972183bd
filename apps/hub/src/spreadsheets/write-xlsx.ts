import type { CellValue } from "hucre/xlsx";
import { createTimeBox } from "../registers/time-box.ts";

/**
 * A column of a sheet. `width` is in characters. In the format `text`, the default, codes keep
 * their leading zeros, and nothing runs as a formula; `day` and `time` show dates as `2026-12-06`
 * and `2026-12-06 18:30:00`.
 */
export type XlsxColumn = {
  name: string;
  width?: number;
  format?: "text" | "number" | "day" | "time";
};

/**
 * A cell: a text, a number, a time, or nothing. A sheet has no time zones, so a time is written as
 * the clock of the hub shows it.
 */
export type XlsxCell = string | number | Date | undefined;

/** The content type of an XLSX file, as it is registered with IANA. */
export const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** The most characters that a spreadsheet keeps of a cell; a file with more counts as damaged. */
const maxCellLength = 32_767;

const numberFormats = {
  text: "@",
  number: "General",
  day: "yyyy-mm-dd",
  time: "yyyy-mm-dd hh:mm:ss",
} as const satisfies Record<NonNullable<XlsxColumn["format"]>, string>;

const widths = { text: 20, number: 10, day: 12, time: 20 } as const;

/**
 * Yields the bytes of an XLSX file with one sheet, whose first row has the names of the columns and
 * stays in view. Pulls the rows as the bytes are read, so that memory does not grow with their
 * number, and lets other work run in between. More than 1,048,575 rows continue on further sheets.
 */
export async function* writeXlsx(
  columns: readonly XlsxColumn[],
  rows: AsyncIterable<readonly XlsxCell[]>,
  { sheet = "List" }: { sheet?: string } = {},
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import("hucre/xlsx");
  const stream = writeXlsxStream(toValues(rows), {
    name: sheet,
    columns: columns.map(({ name, width, format = "text" }) => ({
      header: toText(name),
      width: width ?? Math.max(widths[format], name.length + 2),
      style: { numFmt: numberFormats[format] },
    })),
    freezePane: { rows: 1 },
  });
  yield* stream;
}

async function* toValues(rows: AsyncIterable<readonly XlsxCell[]>): AsyncGenerator<CellValue[]> {
  const timeBox = createTimeBox();
  for await (const row of rows) {
    yield row.map(toValue);
    if (timeBox.isOver()) await timeBox.next();
  }
}

function toValue(cell: XlsxCell): CellValue {
  if (cell === undefined || cell === "") return null;
  if (cell instanceof Date) return toWallTime(cell);
  return typeof cell === "string" ? toText(cell) : cell;
}

/** Returns the time whose UTC is the local time of another one. */
function toWallTime(time: Date): Date {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
}

/**
 * Returns a text that a cell can hold. An underscore that would begin an escaped character, as in
 * `_x0041_`, is escaped itself (ECMA-376, part 1, 22.9.2.19). What XML cannot hold becomes U+FFFD.
 */
function toText(text: string): string {
  const whole = text.toWellFormed().replaceAll(/[\0\ufffe\uffff]/g, "\ufffd");
  return whole.slice(0, maxCellLength).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}
