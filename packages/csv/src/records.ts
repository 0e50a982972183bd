import { byteOrderMark } from "./line.ts";

/** A record of a CSV file. */
export type CsvRecord = {
  /** The number of its first line. A cell may hold line breaks. */
  line: number;
  cells: string[];
  /**
   * `unclosed` if a quotation mark opens a cell and is not closed: the cell holds the rest of the
   * text. `text-after-quotes` if a cell goes on after its quotation mark; blanks there are left
   * out.
   */
  fault: "unclosed" | "text-after-quotes" | undefined;
};

/** How to split a text into records. By default, all of it is read with commas. */
export type RecordOptions = {
  /** The character between cells, or empty for records of one cell. */
  separator?: string;
  /** The number of the first line. */
  firstLine?: number;
  /** Reading ends after the first record with more cells. */
  maxCells?: number;
};

/**
 * Yields the records of a text (RFC 4180), also of blank lines. The line breaks CR, LF and CR LF
 * may be mixed, and a byte order mark is skipped.
 */
export function* readRecords(
  text: string,
  { separator = ",", firstLine = 1, maxCells = Number.POSITIVE_INFINITY }: RecordOptions = {},
): Generator<CsvRecord> {
  const startRecord = (line: number): CsvRecord => ({ line, cells: [], fault: undefined });
  let record = startRecord(firstLine);
  let line = firstLine;
  let index = text.startsWith(byteOrderMark) ? 1 : 0;
  while (index <= text.length) {
    let cell = "";
    const isQuoted = text[index] === '"';
    if (isQuoted) {
      const { content, end } = readQuoted(text, index + 1);
      if (end === undefined) record.fault = "unclosed";
      cell = content;
      index = end ?? text.length;
      line += content.match(/\r\n|\r|\n/g)?.length ?? 0;
    }
    const start = index;
    while (
      index < text.length &&
      text[index] !== separator &&
      text[index] !== "\n" &&
      text[index] !== "\r"
    )
      index += 1;
    const rest = text.slice(start, index);
    const isBlankRest = isQuoted && rest.trim() === "";
    if (isQuoted && !isBlankRest) record.fault ??= "text-after-quotes";
    record.cells.push(isBlankRest ? cell : cell + rest);
    const isTooLong = record.cells.length > maxCells;
    if (text[index] === separator && !isTooLong) {
      index += 1;
      continue;
    }
    yield record;
    if (isTooLong) return;
    index += text[index] === "\r" && text[index + 1] === "\n" ? 2 : 1;
    line += 1;
    record = startRecord(line);
  }
}

/**
 * Reads a quoted cell, whose content begins at `start`. `end` is the index after its closing
 * quotation mark; undefined if there is none.
 */
function readQuoted(text: string, start: number): { content: string; end: number | undefined } {
  let content = "";
  for (let index = start; ; index += 2) {
    const mark = text.indexOf('"', index);
    if (mark < 0) return { content: content + text.slice(index), end: undefined };
    content += text.slice(index, mark);
    if (text[mark + 1] !== '"') return { content, end: mark + 1 };
    content += '"';
    index = mark;
  }
}
