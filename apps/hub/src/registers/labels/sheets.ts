import { encode } from "uqr";
import { createTimeBox } from "../time-box.ts";
import type { Font } from "./font.ts";
import { createSheetPdf } from "./pdf.ts";

/** A label to print. The details are shown one below the other, as far as they fit. */
export type Label = { code: string; name: string; details: readonly string[] };

export type Paper = keyof typeof papers;

const point = 72 / 25.4;

/** In points. */
const papers = {
  a4: { width: 210 * point, height: 297 * point },
  letter: { width: 8.5 * 72, height: 11 * 72 },
};

const columns = 3;
const rows = 8;
const padding = 5 * point;
const qrSize = 25 * point;
const gap = 3 * point;

/** A longer code would have modules that a phone cannot tell apart at the printed size. */
const maxCodeBytes = 200;

/** Stands for a name that the font cannot write. */
const unprintableName = "(name not printable)";

/** How many labels were printed, and what was not. */
export type LabelReport = {
  printed: number;
  /** Labels without their name or a detail, because it is in a script that cannot be printed. */
  unprintable: number;
  /** Labels left out, because their code is too long to be read from paper. */
  tooLong: number;
};

/**
 * Yields a PDF with sheets of labels, three by eight on a page, with a QR code on each. Only few
 * labels are held in memory at a time, and other work runs in between. Returns the numbers.
 */
export async function* writeLabelSheets(
  labels: AsyncIterable<Label>,
  { font, paper, heading }: { font: Font; paper: Paper; heading: string },
): AsyncGenerator<Buffer, LabelReport> {
  const page = papers[paper];
  const cell = { width: page.width / columns, height: page.height / rows };
  const pdf = createSheetPdf(font, page);
  const report: LabelReport = { printed: 0, unprintable: 0, tooLong: 0 };
  const timeBox = createTimeBox();
  let operators = "";
  for await (const label of labels) {
    if (Buffer.byteLength(label.code) > maxCodeBytes) {
      report.tooLong += 1;
      continue;
    }
    const place = report.printed % (columns * rows);
    const x = (place % columns) * cell.width;
    const y = page.height - (Math.floor(place / columns) + 1) * cell.height;
    operators += drawLabel(label, x, y);
    report.printed += 1;
    if (place === columns * rows - 1) {
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
    const down = Array.from({ length: columns - 1 }, (_, index) => {
      const x = ((index + 1) * cell.width).toFixed(2);
      return `${x} 0 m ${x} ${page.height.toFixed(2)} l S\n`;
    });
    const across = Array.from({ length: rows - 1 }, (_, index) => {
      const y = ((index + 1) * cell.height).toFixed(2);
      return `0 ${y} m ${page.width.toFixed(2)} ${y} l S\n`;
    });
    return `0.8 G 0.3 w\n${down.join("")}${across.join("")}`;
  }
}

/** Draws the dark modules, each run of a row as one rectangle. */
function drawQr(code: string, x: number, y: number): string {
  const { data, size } = encode(code, { ecc: "M", border: 4 });
  const module = qrSize / size;
  let path = "";
  for (const [row, modules] of data.entries()) {
    for (let at = 0; at < size; at++) {
      if (!modules[at]) continue;
      const start = at;
      while (modules[at + 1]) at += 1;
      const bottom = y + (size - 1 - row) * module;
      const numbers = [x + start * module, bottom, (at + 1 - start) * module, module];
      path += `${numbers.map((number) => number.toFixed(3)).join(" ")} re\n`;
    }
  }
  return `0 g ${path}f\n`;
}

/** Other scripts need their letters joined, reordered or stacked, which is not done here. */
const plainScripts =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Common}]*$/u;

function isPrintable(text: string, font: Font): boolean {
  const composed = text.normalize("NFC");
  if (!plainScripts.test(composed) || /[\p{M}\p{C}]/u.test(composed)) return false;
  return [...composed].every((character) => font.glyphOf(character.codePointAt(0)!) !== 0);
}

/**
 * Breaks a text at spaces, else anywhere. A text that does not fit ends with “…”. The width is in
 * sizes of the font.
 */
function breakLines(text: string, font: Font, width: number, maxLines: number): string[] {
  const characters = [...text.normalize("NFC").trim()];
  const measure = (some: readonly string[]) =>
    some.reduce((sum, one) => sum + font.widthOf(font.glyphOf(one.codePointAt(0)!)), 0) / 1000;
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
