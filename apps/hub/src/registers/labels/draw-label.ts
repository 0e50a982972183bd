import { checkContent, hasBars, quietZones, toModules, toRuns } from "@scanhook/code-writer";
import type { Font } from "../pdf/font.ts";
import { pointsPerMm } from "../pdf/paper.ts";
import { breakLines, isPrintable, measure } from "../pdf/text.ts";
import type { Label, LabelDesign } from "./label.ts";
import { type LabelShape, labelShapes } from "./label-shapes.ts";

/**
 * A label as it is drawn, in points from its top left corner. `listBoxes` returns the dark parts of
 * its code, which counting labels does not need. A text stands on the line at its `y`.
 */
export type DrawnLabel = {
  width: number;
  height: number;
  listBoxes(): readonly Box[];
  texts: readonly DrawnText[];
  /** Whether a text is missing, because it is in a script that cannot be printed. */
  isUnprintable: boolean;
  /** Whether a text is shorter than it should be. */
  isShortened: boolean;
};

export type Box = { x: number; y: number; width: number; height: number };
export type DrawnText = { text: string; x: number; y: number; size: number };

/** The modules of a longer QR code or Data Matrix would be too small at the printed size. */
const maxMatrixBytes = 200;

/** Three dots of a printer with 300 dpi, in points: phones and desk readers read such bars. */
const minBarWidth = 0.25 * pointsPerMm;

/** Wider bars make no code easier to read. */
const maxBarWidth = 0.5 * pointsPerMm;

/** Tells whether a code can be read from a label. */
export function fitsLabel(code: string, design: Pick<LabelDesign, "paper" | "format">): boolean {
  const { format, paper } = design;
  if (checkContent(format, code)) return false;
  if (!hasBars(format)) return Buffer.byteLength(code) <= maxMatrixBytes;
  const { columns } = toModules(format, code);
  return columns + 2 * quietZones[format] <= labelShapes[paper].width / minBarWidth;
}

/**
 * Draws a label whose code fits: a QR code or Data Matrix beside its texts, or bars above them.
 */
export function drawLabel(label: Label, design: LabelDesign, font: Font): DrawnLabel {
  const draw = hasBars(design.format) ? drawBelowBars : drawBesideMatrix;
  return draw(label, design, { font, shape: labelShapes[design.paper] });
}

type Drawing = { font: Font; shape: LabelShape };

function drawBesideMatrix(label: Label, design: LabelDesign, drawing: Drawing): DrawnLabel {
  const { padding, right, matrixSize, gap, width, ...shape } = drawing.shape;
  const left = padding + matrixSize + gap;
  const room = {
    width: width - left - right,
    height: shape.height === undefined ? Infinity : shape.height - 2 * padding,
  };
  const { lines, ...lack } = layOut(label, design, { ...drawing, room });
  const textHeight = measureHeight(lines);
  const height = shape.height ?? Math.max(matrixSize, textHeight) + 2 * padding;
  const top = shape.height === undefined ? (height - textHeight) / 2 : padding;
  const place = { x: padding, y: (height - matrixSize) / 2, size: matrixSize };
  const listBoxes = () => drawMatrix(label.code, design, place);
  return { width, height, listBoxes, texts: placeLines(lines, left, top), ...lack };
}

function drawBelowBars(label: Label, design: LabelDesign, drawing: Drawing): DrawnLabel {
  const { padding, barHeight, gap, width, ...shape } = drawing.shape;
  const top = padding / 2 + barHeight + gap / 2;
  const room = {
    width: width - 2 * padding,
    height: shape.height === undefined ? Infinity : shape.height - top - padding / 2,
  };
  const { lines, ...lack } = layOut(label, design, { ...drawing, room });
  const height = shape.height ?? top + measureHeight(lines) + padding;
  const place = { width, y: padding / 2, height: barHeight };
  const listBoxes = () => drawBars(label.code, design, place);
  return { width, height, listBoxes, texts: placeLines(lines, padding, top), ...lack };
}

function measureHeight(lines: readonly Line[]): number {
  return lines.reduce((sum, { size }) => sum + size * lineHeight, 0);
}

/** Places lines one below the other, from the top left corner. */
function placeLines(lines: readonly Line[], x: number, top: number): DrawnText[] {
  let y = top;
  return lines.map(({ text, size }) => {
    y += size * lineHeight;
    return { text, x, y, size };
  });
}

function drawMatrix(
  code: string,
  { format }: LabelDesign,
  { x, y, size }: { x: number; y: number; size: number },
): Box[] {
  const modules = toModules(format, code);
  const module = size / (modules.columns + 2 * quietZones[format]);
  const margin = quietZones[format] * module;
  return toRuns(modules).map(({ row, from, to }) => ({
    x: x + margin + from * module,
    y: y + margin + row * module,
    width: (to - from) * module,
    height: module,
  }));
}

function drawBars(
  code: string,
  { format }: LabelDesign,
  { width, y, height }: { width: number; y: number; height: number },
): Box[] {
  const modules = toModules(format, code);
  const module = Math.min(maxBarWidth, width / (modules.columns + 2 * quietZones[format]));
  const left = (width - modules.columns * module) / 2;
  return toRuns(modules).map(({ from, to }) => ({
    x: left + from * module,
    y,
    width: (to - from) * module,
    height,
  }));
}

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

/** Printed instead of a name that cannot be printed. */
const unprintableName = "(name not printable)";

type Line = { text: string; size: number };

/** Returns the lines of a label, heading, name, details and code, and what they lack. */
function layOut(
  { code, name, details, role }: Label,
  { heading, withCode }: LabelDesign,
  { font, shape, room }: Drawing & { room: { width: number; height: number } },
): { lines: Line[]; isUnprintable: boolean; isShortened: boolean } {
  const { maxDetails, maxDetailLines, moreNameLines } = shape;
  const shownDetails = details.slice(0, maxDetails);
  const shown = [name, ...shownDetails, ...(withCode ? [code] : [])];
  const isUnprintable = !shown.every((text) => isPrintable(text, font));
  const lines: Line[] = [];
  let left = room.height;
  /** Returns whether the whole text was written. */
  const write = (text: string, size: number, maxLines: number): boolean => {
    const broken = breakLines(text, font, room.width / size, maxLines);
    const isCut = broken.at(-1)?.endsWith("…") && !text.endsWith("…");
    for (const line of broken) {
      if (left < size) return false;
      left -= size * lineHeight;
      lines.push({ text: line, size });
    }
    return !isCut;
  };
  if (heading !== undefined && isPrintable(heading, font)) write(heading, 6, 1);
  const { size, maxLines } = nameStyles[role ?? "article"];
  const nameLines = maxLines === 1 ? 1 : maxLines + moreNameLines;
  const shownName = isPrintable(name, font) ? name : unprintableName;
  const fitting = role === "number" ? room.width / measure([...shownName], font) : size;
  const nameSize = Math.max(nameStyles.article.size, Math.min(size, fitting));
  const written = [
    write(shownName, nameSize, nameLines),
    ...shownDetails
      .filter((detail) => isPrintable(detail, font))
      .map((detail) => write(detail, 7, maxDetailLines)),
  ];
  // The QR code or the bars have the whole code, so a cut text of it is no loss.
  if (withCode && isPrintable(code, font)) write(code, 6, 1);
  const isShortened = details.length > maxDetails || written.includes(false);
  return { lines, isUnprintable, isShortened };
}
