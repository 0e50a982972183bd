import type { Font } from "../pdf/font.ts";
import { type SheetPaper, sheetSizes } from "../pdf/paper.ts";
import { createTimeBox } from "../time-box.ts";
import { type Cell, type Column, type Report, type Row, type Section, toText } from "./report.ts";
import {
  createReportPages,
  lineHeight,
  type ReportPages,
  type Style,
  unprintable,
} from "./report-pages.ts";

/** Drawn before a text that should not be overlooked. Unlike weight, it survives bad copies. */
const alertMark = "⚠";

const padding = { side: 3.5, top: 3, bottom: 3 };

/** The space above the heading of a section, and how many lines a heading may have. */
const sectionGap = 9;
const maxHeadingLines = 6;
/** Room for “(continued)”. */
const continuedWidth = 80;

const titleStyle: Style = { size: 16, gray: 0, isBold: true };
const subtitleStyle: Style = { size: 9, gray: 0.3 };
const factStyle: Style = { size: 9.5, gray: 0 };
const columnStyle: Style = { size: 8, gray: 0.15, isBold: true };
const sectionStyle: Style = { size: 10, gray: 0, isBold: true };
const cellStyle: Style = { size: 8.5, gray: 0 };
const alertStyle: Style = { ...cellStyle, isBold: true };
const noteStyle: Style = { size: 9, gray: 0.3 };

/** The usual width of a character in multiples of the font size. */
const usualWidth = 0.58;

/** How many pages a report has, and how many of its texts have words that cannot be printed. */
export type DrawnReport = { pages: number; unprintable: number };

/**
 * Yields a report as a PDF. The sheets lie on their side if the columns want more room. Each page
 * with rows names the columns again. A row is divided between two pages only if it takes more than
 * a third of one. Holds one page in memory at a time, and lets other work run in between.
 */
export async function* drawReport(
  report: Report,
  { font, paper }: { font: Font; paper: SheetPaper },
): AsyncGenerator<Buffer, DrawnReport> {
  const { title, subtitles, columns, sections, signature } = report;
  const name = [title, ...subtitles.slice(0, 1)].join(" · ");
  const pages = createReportPages(font, { ...chooseSize(columns, paper), name });
  const timeBox = createTimeBox();
  drawOpening(pages, report);
  const table = createTable(pages, columns);
  let isEmpty = true;
  for (const section of sections)
    for (const full of table.draw(section)) {
      isEmpty = false;
      yield* full;
      if (timeBox.isOver()) await timeBox.next();
    }
  if (isEmpty) drawText(pages, "Nothing to list.", factStyle);
  const unprintableTexts = pages.countUnprintable();
  if (unprintableTexts > 0) {
    pages.skip(6);
    drawText(
      pages,
      `“${unprintable}” stands for words in scripts that this file cannot show; the CSV file of the report has them.`,
      noteStyle,
    );
  }
  if (signature !== undefined) drawSignature(pages, signature);
  const { bytes, pages: count } = pages.finish();
  yield bytes;
  return { pages: count, unprintable: unprintableTexts };
}

function chooseSize(columns: readonly Column[], paper: SheetPaper) {
  const { width, height } = sheetSizes[paper];
  const wanted = sumWeights(columns) * usualWidth * cellStyle.size;
  // The margins take about a seventh of the width.
  return wanted > (width * 6) / 7 ? { width: height, height: width } : { width, height };
}

function sumWeights(columns: readonly Column[]): number {
  return columns.reduce((sum, { weight }) => sum + weight, 0);
}

/** Draws title, subtitles and facts. */
function drawOpening(pages: ReportPages, { title, subtitles, facts = [] }: Report): void {
  drawText(pages, title, titleStyle);
  pages.skip(2);
  for (const subtitle of subtitles) drawText(pages, subtitle, subtitleStyle);
  pages.skip(8);
  const gap = 16;
  const widths = facts.map(([name]) => pages.measureText(name, subtitleStyle));
  const nameWidth = Math.min(pages.width / 3, Math.max(...widths));
  const valueX = nameWidth + gap;
  for (const [name, value] of facts) {
    const names = pages.breakText(name, subtitleStyle, nameWidth);
    const values = pages.breakText(value, factStyle, pages.width - valueX);
    const step = factStyle.size * lineHeight;
    for (let index = 0; index < Math.max(names.length, values.length); index++) {
      if (pages.left() < step) pages.startPage();
      pages.drawLines(names.slice(index, index + 1), { x: 0, down: 0.5, style: subtitleStyle });
      pages.drawLines(values.slice(index, index + 1), { x: valueX, down: 0, style: factStyle });
      pages.skip(step);
    }
  }
  if (facts.length > 0) pages.skip(8);
}

/** Draws a text over the whole width, over pages if needed. */
function drawText(pages: ReportPages, text: string, style: Style): void {
  for (const line of pages.breakText(text, style, pages.width)) {
    if (pages.left() < style.size * lineHeight) pages.startPage();
    pages.drawLines([line], { x: 0, down: 0, style });
    pages.skip(style.size * lineHeight);
  }
}

/** A text in its column, broken into lines. Lines with `endsAt` end there. */
type Block = { lines: string[]; style: Style; x: number; endsAt: number | undefined };

/** Creates a table that goes on over pages. */
function createTable(pages: ReportPages, columns: readonly Column[]) {
  const perWeight = pages.width / sumWeights(columns);
  let end = 0;
  const places = columns.map(({ weight, align }) => {
    const x = end + padding.side;
    end += weight * perWeight;
    return { x, endsAt: end - padding.side, align };
  });
  const layOut = (cells: Row, style: Style): Block[] =>
    cells.map((cell, index) => {
      const { x, endsAt, align } = places[index]!;
      const own = typeof cell === "string" ? style : alertStyle;
      const lines = pages.breakText(mark(cell), own, endsAt - x);
      return { lines, style: own, x, endsAt: align === "right" ? endsAt : undefined };
    });
  const header = layOut(
    columns.map((column) => column.header),
    columnStyle,
  );
  let isHeaderDue = true;
  let heading: { lines: string[]; continued: string[]; isDue: boolean } | undefined;

  const headingHeight = () => heading!.lines.length * sectionStyle.size * lineHeight + sectionGap;
  const leadHeight = () =>
    (isHeaderDue ? measureHeight(header) : 0) + (heading?.isDue ? headingHeight() : 0);
  const startPage = () => {
    pages.startPage();
    isHeaderDue = true;
    if (heading) heading.isDue = true;
  };
  /** Draws what has to be above the next row: the names of the columns, the heading. */
  const drawLead = () => {
    if (isHeaderDue) {
      const height = measureHeight(header);
      pages.fill(height, 0.92);
      drawBlocks(header);
      pages.skip(height);
      isHeaderDue = false;
    }
    if (!heading?.isDue) return;
    const { lines } = heading;
    pages.drawLines(lines, { x: padding.side, down: sectionGap - 3, style: sectionStyle });
    pages.skip(headingHeight());
    pages.drawRule(0, { x: 0, width: pages.width, gray: 0.4 });
    heading = { ...heading, lines: heading.continued, isDue: false };
  };
  const drawBlocks = (blocks: readonly Block[]) => {
    for (const { lines, ...where } of blocks)
      pages.drawLines(lines, { ...where, down: padding.top });
  };

  const layOutHeading = (cells: readonly Cell[]) => {
    const text = cells.map(mark).filter(Boolean).join(" · ");
    const width = pages.width - 2 * padding.side - continuedWidth;
    const lines = pages.breakText(text, sectionStyle, width, maxHeadingLines);
    return { lines, continued: [`${lines[0] ?? ""} (continued)`], isDue: true };
  };
  const drawRow = (row: Row) => {
    let blocks = layOut(row, cellStyle);
    const kept = Math.min(measureHeight(blocks), pages.height / 3);
    if (pages.left() < leadHeight() + kept) startPage();
    for (;;) {
      drawLead();
      const fitting = countLines(pages.left());
      const part = blocks.map((block) => ({ ...block, lines: block.lines.slice(0, fitting) }));
      drawBlocks(part);
      pages.skip(measureHeight(part));
      pages.drawRule(0, { x: 0, width: pages.width, gray: 0.8 });
      blocks = blocks.map((block) => ({ ...block, lines: block.lines.slice(fitting) }));
      if (blocks.every((block) => block.lines.length === 0)) return;
      startPage();
    }
  };

  return {
    /** Draws a section. Yields the pages that are full after each row and after a lone heading. */
    *draw({ heading: cells, rows }: Section): Generator<Buffer[]> {
      heading = cells && layOutHeading(cells);
      for (const row of rows) {
        drawRow(row);
        yield pages.take();
      }
      if (!heading?.isDue) return;
      if (pages.left() < leadHeight()) startPage();
      drawLead();
      yield pages.take();
    },
  };
}

/** Returns a text with the mark of an alert. */
function mark(cell: Cell): string {
  return typeof cell === "string" ? cell : `${alertMark} ${toText(cell)}`;
}

/** Returns the height of a row, which has at least one line. */
function measureHeight(blocks: readonly Block[]): number {
  const heights = blocks.map(({ lines, style }) => lines.length * style.size * lineHeight);
  return Math.max(cellStyle.size * lineHeight, ...heights) + padding.top + padding.bottom;
}

/** Returns how many lines of a row fit in a height, at least one. */
function countLines(height: number): number {
  const lines = (height - padding.top - padding.bottom) / (cellStyle.size * lineHeight);
  return Math.max(1, Math.floor(lines));
}

/** Draws a sentence, and lines for the date, the name and the signature of a person. */
function drawSignature(pages: ReportPages, sentence: string): void {
  const gap = 12;
  const height = 64;
  if (pages.left() < height + 24) pages.startPage();
  pages.skip(24);
  drawText(pages, sentence, factStyle);
  let x = 0;
  for (const [name, share] of [
    ["Date", 0.2],
    ["Name", 0.4],
    ["Signature", 0.4],
  ] as const) {
    const width = (pages.width - 2 * gap) * share;
    pages.drawRule(36, { x, width, gray: 0.2 });
    pages.drawLines([name], { x, down: 38, style: noteStyle });
    x += width + gap;
  }
  pages.skip(height - factStyle.size * lineHeight);
}
