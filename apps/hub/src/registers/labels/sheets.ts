import { encode } from "uqr";
import type { Font } from "../pdf/font.ts";
import { pointsPerMm, type SheetPaper, sheetSizes } from "../pdf/paper.ts";
import { createSheetPdf } from "../pdf/sheet-pdf.ts";
import { breakLines, isPrintable, measure } from "../pdf/text.ts";
import type { Entry } from "../register.ts";
import { createTimeBox } from "../time-box.ts";

/**
 * A label to print. The details are shown one below the other, as far as they fit. The names of
 * places and the numbers of number cards are large.
 */
export type Label = {
  code: string;
  name: string;
  details: readonly string[];
  role?: Entry["role"] | undefined;
};

/** Sheets to cut, or a continuous roll of 62 mm, as label printers have it. */
export type Paper = SheetPaper | "roll62";

const columnCount = 3;
const rowCount = 8;

/** How much text a label may have. Names of more than one line get `moreNameLines`. */
type Limits = { maxDetails: number; maxDetailLines: number; moreNameLines: number };

/** Lengths of a label in points. `padding` is left free at the sides, half of it on the right. */
const sheetLabel = { padding: 5 * pointsPerMm, qrSize: 25 * pointsPerMm, gap: 3 * pointsPerMm };
const sheetLimits: Limits = { maxDetails: 4, maxDetailLines: 1, moreNameLines: 0 };

/** A label of a roll is as high as needed. Printers leave about 1.5 mm free at the sides. */
const rollLabel = { padding: 3 * pointsPerMm, qrSize: 24 * pointsPerMm, gap: 2 * pointsPerMm };
const rollLimits: Limits = { maxDetails: 8, maxDetailLines: 3, moreNameLines: 2 };
const rollWidth = 62 * pointsPerMm;

/**
 * The size of the name in points, and how many lines it may have. The number of a number card is
 * smaller if it would not fit.
 */
const nameStyles = {
  article: { size: 10, maxLines: 2 },
  place: { size: 15, maxLines: 3 },
  number: { size: 34, maxLines: 1 },
  person: { size: 15, maxLines: 3 },
};

/** The distance between lines in multiples of the font size. */
const lineHeight = 1.2;

/** The modules of a longer code would be too small to be read at the printed size. */
const maxCodeBytes = 200;

/** Tells whether a code can be read from a label. */
export function fitsLabel(code: string): boolean {
  return Buffer.byteLength(code) <= maxCodeBytes;
}

/** Printed instead of a name that cannot be printed. */
const unprintableName = "(name not printable)";

/** How many labels were printed, and how many were incomplete or left out. */
export type LabelReport = {
  printed: number;
  /** Labels without their name or a detail, because it is in a script that cannot be printed. */
  unprintable: number;
  /** Labels with only a part of their name or details, because they are too long. */
  shortened: number;
  /** Labels left out, because their code is too long to be read from paper. */
  tooLong: number;
};

/**
 * Yields a PDF with labels, each with a QR code: three by eight on a page of a sheet, or one on a
 * page of a roll. Holds one page in memory at a time, and lets other work run in between. Returns
 * how many labels were printed and how many were not.
 */
export async function* writeLabelSheets(
  labels: AsyncIterable<Label>,
  { font, paper, heading }: { font: Font; paper: Paper; heading: string },
): AsyncGenerator<Buffer, LabelReport> {
  const report: LabelReport = { printed: 0, unprintable: 0, shortened: 0, tooLong: 0 };
  const timeBox = createTimeBox();
  const pages =
    paper === "roll62"
      ? createRoll({ font, heading, report })
      : createSheets({ font, heading, report, page: sheetSizes[paper] });
  for await (const label of labels) {
    if (!fitsLabel(label.code)) {
      report.tooLong += 1;
      continue;
    }
    const page = pages.add(label);
    report.printed += 1;
    if (page) yield page;
    if (timeBox.isOver()) await timeBox.next();
  }
  yield pages.finish();
  return report;
}

type Printing = { font: Font; heading: string; report: LabelReport };

/** The pages of a PDF. `add` returns the bytes of a page once it is full. */
type Pages = { add(label: Label): Buffer | undefined; finish(): Buffer };

/** Creates sheets with three by eight labels and lines along which they are cut. */
function createSheets({
  page,
  ...printing
}: Printing & { page: { width: number; height: number } }): Pages {
  const cell = { width: page.width / columnCount, height: page.height / rowCount };
  const { padding, qrSize, gap } = sheetLabel;
  const width = cell.width - padding - qrSize - gap - padding / 2;
  const pdf = createSheetPdf(printing.font, page);
  let operators = "";
  let count = 0;
  return {
    add(label) {
      const slot = count % (columnCount * rowCount);
      const x = (slot % columnCount) * cell.width;
      const y = page.height - (Math.floor(slot / columnCount) + 1) * cell.height;
      const height = cell.height - 2 * padding;
      const lines = layOut(label, { ...printing, ...sheetLimits, width, height });
      operators += drawQr(label.code, x + padding, y + (cell.height - qrSize) / 2, qrSize);
      const left = x + padding + qrSize + gap;
      operators += drawLines(pdf, lines, left, y + cell.height - padding);
      count += 1;
      if (slot < columnCount * rowCount - 1) return undefined;
      const full = pdf.addPage(drawCuts() + operators);
      operators = "";
      return full;
    },
    finish() {
      const isOpen = operators !== "" || count === 0;
      const last = isOpen ? [pdf.addPage(drawCuts() + operators)] : [];
      return Buffer.concat([...last, pdf.finish()]);
    },
  };

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

/** Creates pages as wide as a roll, each with one label and as high as it needs. */
function createRoll(printing: Printing): Pages {
  const { padding, qrSize, gap } = rollLabel;
  const pdf = createSheetPdf(printing.font, { width: rollWidth, height: qrSize + 2 * padding });
  const left = padding + qrSize + gap;
  let count = 0;
  return {
    add(label) {
      count += 1;
      const width = rollWidth - left - padding;
      const lines = layOut(label, { ...printing, ...rollLimits, width, height: Infinity });
      const textHeight = lines.reduce((sum, { size }) => sum + size * lineHeight, 0);
      const height = Math.max(qrSize, textHeight) + 2 * padding;
      const qr = drawQr(label.code, padding, (height - qrSize) / 2, qrSize);
      const top = (height + textHeight) / 2;
      return pdf.addPage(qr + drawLines(pdf, lines, left, top), height);
    },
    finish() {
      const empty = count === 0 ? [pdf.addPage("")] : [];
      return Buffer.concat([...empty, pdf.finish()]);
    },
  };
}

type Line = { text: string; size: number };

/**
 * Returns the lines beside the QR code of a label: heading, name, details and the code. Counts the
 * label if it lacks something.
 */
function layOut(
  { code, name, details, role }: Label,
  {
    font,
    heading,
    report,
    width,
    height,
    maxDetails,
    maxDetailLines,
    moreNameLines,
  }: Printing & Limits & { width: number; height: number },
): Line[] {
  const isWhole = [name, ...details.slice(0, maxDetails), code].every((text) =>
    isPrintable(text, font),
  );
  if (!isWhole) report.unprintable += 1;
  const lines: Line[] = [];
  let left = height;
  let isCut = false;
  const write = (text: string, size: number, maxLines: number) => {
    const broken = breakLines(text, font, width / size, maxLines);
    if (broken.at(-1)?.endsWith("…") && !text.endsWith("…")) isCut = true;
    for (const line of broken) {
      if (left < size) {
        isCut = true;
        return;
      }
      left -= size * lineHeight;
      lines.push({ text: line, size });
    }
  };
  if (isPrintable(heading, font)) write(heading, 6, 1);
  isCut = details.length > maxDetails;
  const { size, maxLines } = nameStyles[role ?? "article"];
  const nameLines = maxLines === 1 ? 1 : maxLines + moreNameLines;
  const shownName = isPrintable(name, font) ? name : unprintableName;
  const fitting = role === "number" ? width / measure([...shownName], font) : size;
  write(shownName, Math.max(nameStyles.article.size, Math.min(size, fitting)), nameLines);
  for (const detail of details.slice(0, maxDetails))
    if (isPrintable(detail, font)) write(detail, 7, maxDetailLines);
  // The QR code has the whole code.
  if (isCut) report.shortened += 1;
  if (isPrintable(code, font)) write(code, 6, 1);
  return lines;
}

/** Returns the operators that draw lines one below the other, from the top left corner. */
function drawLines(
  pdf: ReturnType<typeof createSheetPdf>,
  lines: readonly Line[],
  left: number,
  top: number,
): string {
  let y = top;
  return lines
    .map(({ text, size }) => {
      y -= size * lineHeight;
      return pdf.drawText(text, left, y, size);
    })
    .join("");
}

/**
 * Returns the operators that draw the dark modules of a QR code, each run in a row as one
 * rectangle. `x` and `y` are the bottom left corner.
 */
function drawQr(code: string, x: number, y: number, qrSize: number): string {
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
