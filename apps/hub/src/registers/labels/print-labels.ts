import type { Font } from "../pdf/font.ts";
import { sheetSizes } from "../pdf/paper.ts";
import { createSheetPdf } from "../pdf/sheet-pdf.ts";
import { createTimeBox } from "../time-box.ts";
import { type DrawnLabel, drawLabel, fitsLabel } from "./draw-label.ts";
import type { Label, LabelDesign, LabelReport } from "./label.ts";
import { columnCount, labelShapes, rowCount } from "./label-shapes.ts";

/** Creates a report of no labels. */
export function createReport(): LabelReport {
  return { printed: 0, unprintable: 0, shortened: 0, tooLong: 0 };
}

/**
 * Yields the labels whose code fits, and lets other work run in between. Counts in `report` what is
 * yielded, and what is not.
 */
export async function* drawLabels(
  labels: AsyncIterable<Label>,
  { design, font, report }: { design: LabelDesign; font: Font; report: LabelReport },
): AsyncGenerator<{ label: Label; drawn: DrawnLabel }> {
  const timeBox = createTimeBox();
  for await (const label of labels) {
    if (!fitsLabel(label.code, design)) {
      report.tooLong += 1;
      continue;
    }
    const drawn = drawLabel(label, design, font);
    report.printed += 1;
    if (drawn.isUnprintable) report.unprintable += 1;
    if (drawn.isShortened) report.shortened += 1;
    yield { label, drawn };
    if (timeBox.isOver()) await timeBox.next();
  }
}

/**
 * Yields a PDF with labels: three by eight on a page of a sheet, or one on a page of a roll. Holds
 * one page in memory at a time. Returns how many labels were printed and how many were not.
 */
export async function* printLabels(
  labels: AsyncIterable<Label>,
  design: LabelDesign,
  font: Font,
): AsyncGenerator<Buffer, LabelReport> {
  const report = createReport();
  const { paper } = design;
  const pages =
    paper === "a4" || paper === "letter"
      ? createSheets(font, sheetSizes[paper])
      : createRoll(font, labelShapes[paper].width);
  for await (const { drawn } of drawLabels(labels, { design, font, report })) {
    const page = pages.add(drawn);
    if (page) yield page;
  }
  yield pages.finish();
  return report;
}

/** The pages of a PDF. `add` returns the bytes of a page once it is full. */
type Pages = { add(label: DrawnLabel): Buffer | undefined; finish(): Buffer };

/** Creates sheets with three by eight labels and lines along which they are cut. */
function createSheets(font: Font, page: { width: number; height: number }): Pages {
  const pdf = createSheetPdf(font, page);
  let operators = "";
  let count = 0;
  return {
    add(label) {
      const slot = count % (columnCount * rowCount);
      const left = (slot % columnCount) * label.width;
      const top = page.height - Math.floor(slot / columnCount) * label.height;
      operators += toOperators(pdf, label, left, top);
      count += 1;
      if (slot < columnCount * rowCount - 1) return undefined;
      const full = pdf.addPage(drawCuts(page) + operators);
      operators = "";
      return full;
    },
    finish() {
      const isOpen = operators !== "" || count === 0;
      const last = isOpen ? [pdf.addPage(drawCuts(page) + operators)] : [];
      return Buffer.concat([...last, pdf.finish()]);
    },
  };
}

function drawCuts({ width, height }: { width: number; height: number }): string {
  const down = Array.from({ length: columnCount - 1 }, (_, index) => {
    const x = (((index + 1) * width) / columnCount).toFixed(2);
    return `${x} 0 m ${x} ${height.toFixed(2)} l S\n`;
  });
  const across = Array.from({ length: rowCount - 1 }, (_, index) => {
    const y = (((index + 1) * height) / rowCount).toFixed(2);
    return `0 ${y} m ${width.toFixed(2)} ${y} l S\n`;
  });
  return `0.8 G 0.3 w\n${down.join("")}${across.join("")}`;
}

/** Creates pages of one label each, as high as the label is. */
function createRoll(font: Font, width: number): Pages {
  const pdf = createSheetPdf(font, { width, height: width });
  let count = 0;
  return {
    add(label) {
      count += 1;
      return pdf.addPage(toOperators(pdf, label, 0, label.height), label.height);
    },
    finish() {
      const empty = count === 0 ? [pdf.addPage("")] : [];
      return Buffer.concat([...empty, pdf.finish()]);
    },
  };
}

/** Returns the operators that draw a label, whose top left corner is at `left` and `top`. */
function toOperators(
  pdf: ReturnType<typeof createSheetPdf>,
  { listBoxes, texts }: DrawnLabel,
  left: number,
  top: number,
): string {
  const path = listBoxes().map(({ x, y, width, height }) => {
    const numbers = [left + x, top - y - height, width, height];
    return `${numbers.map((number) => number.toFixed(3)).join(" ")} re\n`;
  });
  const lines = texts.map(({ text, x, y, size }) => pdf.drawText(text, left + x, top - y, size));
  return `0 g ${path.join("")}f\n${lines.join("")}`;
}
