import { encode } from "uqr";
import { createTimeBox } from "../time-box.ts";
import type { Font } from "./font.ts";
import { createSheetPdf } from "./pdf.ts";

/** A label to print. The details are shown one below the other, as far as they fit. */
export type Label = { code: string; name: string; details: readonly string[] };

export type Paper = keyof typeof papers;

const pointsPerMm = 72 / 25.4;

/** The sizes of a sheet in points. */
const papers = {
  a4: { width: 210 * pointsPerMm, height: 297 * pointsPerMm },
  letter: { width: 8.5 * 72, height: 11 * 72 },
};

const columnCount = 3;
const rowCount = 8;
const padding = 5 * pointsPerMm;
const qrSize = 25 * pointsPerMm;
const gap = 3 * pointsPerMm;

/** The modules of a longer code would be too small to be read at the printed size. */
const maxCodeBytes = 200;

/** Printed instead of a name that cannot be printed. */
const unprintableName = "(name not printable)";

/** How many labels were printed, and how many were incomplete or left out. */
export type LabelReport = {
  printed: number;
  /** Labels without their name or a detail, because it is in a script that cannot be printed. */
  unprintable: number;
  /** Labels left out, because their code is too long to be read from paper. */
  tooLong: number;
};

/**
 * Yields a PDF with sheets of labels, three by eight on a page, each with a QR code. Holds one page
 * in memory at a time, and lets other work run in between. Returns how many labels were printed and
 * how many were not.
 */
export async function* writeLabelSheets(
  labels: AsyncIterable<Label>,
  { font, paper, heading }: { font: Font; paper: Paper; heading: string },
): AsyncGenerator<Buffer, LabelReport> {
  const page = papers[paper];
  const cell = { width: page.width / columnCount, height: page.height / rowCount };
  const pdf = createSheetPdf(font, page);
  const report: LabelReport = { printed: 0, unprintable: 0, tooLong: 0 };
  const timeBox = createTimeBox();
  let operators = "";
  for await (const label of labels) {
    if (Buffer.byteLength(label.code) > maxCodeBytes) {
      report.tooLong += 1;
      continue;
    }
    const slot = report.printed % (columnCount * rowCount);
    const x = (slot % columnCount) * cell.width;
    const y = page.height - (Math.floor(slot / columnCount) + 1) * cell.height;
    operators += drawLabel(label, x, y);
    report.printed += 1;
    if (slot === columnCount * rowCount - 1) {
      yield pdf.addPage(drawCuts() + operators);
      operators = "";
    }
    if (timeBox.isOver()) await timeBox.next();
  }
  if (operators !== "" || report.printed === 0) yield pdf.addPage(drawCuts() + operators);
  yield pdf.finish();
  return report;

  function drawLabel({ code, name, details }: Label, x: number, y: number): string {
    const isWhole = [name, ...details, code].every((text) => isPrintable(text, font));
    if (!isWhole) report.unprintable += 1;
    const left = x + padding + qrSize + gap;
    const width = x + cell.width - left - padding / 2;
    let top = y + cell.height - padding;
    let drawn = drawQr(code, x + padding, y + (cell.height - qrSize) / 2);
    const write = (text: string, size: number, maxLines: number) => {
      for (const line of breakLines(text, font, width / size, maxLines)) {
        if (top - size < y + padding) return;
        top -= size * 1.2;
        drawn += pdf.drawText(line, left, top, size);
      }
    };
    if (isPrintable(heading, font)) write(heading, 6, 1);
    write(isPrintable(name, font) ? name : unprintableName, 10, 2);
    for (const detail of details) if (isPrintable(detail, font)) write(detail, 7, 1);
    if (isPrintable(code, font)) write(code, 6, 1);
    return drawn;
  }

  function drawCuts(): string {
    const down = Array.from({ length: columnCount - 1 }, (_, index) => {
      const x = ((index + 1) * cell.width).toFixed(2);
      return `${x} 0 m ${x} ${page.height.toFixed(2)} l S\n`;
    });
    const across = Array.from({ length: rowCount - 1 }, (_, index) => {
      const y = ((index + 1) * cell.height).toFixed(2);
      return `0 ${y} m ${page.width.toFixed(2)} ${y} l S\n`;
    });
    return `0.8 G 0.3 w\n${down.join("")}${across.join("")}`;
  }
}

/**
 * Returns the operators that draw the dark modules of a QR code, each run in a row as one
 * rectangle. `x` and `y` are the bottom left corner.
 */
function drawQr(code: string, x: number, y: number): string {
  const { data, size } = encode(code, { ecc: "M", border: 4 });
  const moduleSize = qrSize / size;
  let path = "";
  for (const [row, modules] of data.entries()) {
    for (let column = 0; column < size; column++) {
      if (!modules[column]) continue;
      const start = column;
      while (modules[column + 1]) column += 1;
      const bottom = y + (size - 1 - row) * moduleSize;
      const width = (column + 1 - start) * moduleSize;
      const numbers = [x + start * moduleSize, bottom, width, moduleSize];
      path += `${numbers.map((number) => number.toFixed(3)).join(" ")} re\n`;
    }
  }
  return `0 g ${path}f\n`;
}

/**
 * Matches texts in scripts whose letters stand one after the other. Other scripts need shaping
 * (joined, reordered or stacked letters), which this writer does not do.
 */
const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}]*$/u;

function isPrintable(text: string, font: Font): boolean {
  const composed = text.normalize("NFC");
  if (!plainScripts.test(composed) || /[\p{M}\p{C}]/u.test(composed)) return false;
  return [...composed].every((character) => font.glyphOf(character.codePointAt(0)!) !== 0);
}

/**
 * Breaks a text at spaces, or else anywhere, into at most `maxLines` lines. A text that does not
 * fit ends with “…”. `width` is in multiples of the font size.
 */
function breakLines(text: string, font: Font, width: number, maxLines: number): string[] {
  const characters = [...text.normalize("NFC").trim()];
  const widthOf = (character: string) => font.widthOf(font.glyphOf(character.codePointAt(0)!));
  const measure = (text: readonly string[]) =>
    text.reduce((sum, character) => sum + widthOf(character), 0) / 1000;
  const lines: string[] = [];
  let rest = characters;
  while (rest.length > 0) {
    let count = rest.length;
    while (count > 1 && measure(rest.slice(0, count)) > width) count -= 1;
    if (count === rest.length) return [...lines, rest.join("")];
    if (lines.length === maxLines - 1) {
      while (count > 1 && measure([...rest.slice(0, count), "…"]) > width) count -= 1;
      return [...lines, `${rest.slice(0, count).join("").trimEnd()}…`];
    }
    const space = rest.slice(0, count + 1).lastIndexOf(" ");
    const end = space > 0 ? space : count;
    lines.push(rest.slice(0, end).join(""));
    rest = [...rest.slice(end).join("").trimStart()];
  }
  return lines;
}
