import { drawLetters } from "./draw-letters.ts";
import { findRuns } from "./find-runs.ts";
import { bitsAcross, isWhite, markerCodes } from "./marker-codes.ts";
import { createMat, type Mat, margin, markerSize, quietZone } from "./mat.ts";
import type { Rectangle } from "./rectangle.ts";

/**
 * The printed layers: the gray pattern, and the ink over it. The rectangles of a layer do not
 * overlap.
 */
type MatDrawing = { gray: Rectangle[]; ink: Rectangle[] };

/** Returns the rectangles that make up a mat. */
export function drawMat({ paper, scale }: Mat): MatDrawing {
  const { width, height, markers } = createMat(paper);
  const [right, bottom] = markers[0]!.corners[2];
  const left = right + quietZone;
  const above = bottom - quietZone - stripHeight;
  const strip = { x: left, width: -2 * left, height: stripHeight };
  const white = [
    ...markers.map(({ corners: [, , , [x, y]] }) => surroundMarker(x, y)),
    { ...strip, y: above },
    { ...strip, y: -above - stripHeight },
  ];
  const ink = [
    ...markers.flatMap(({ id, corners }) => drawMarker(markerCodes[id]!, ...corners[3])),
    ...drawCard(),
    ...drawRuler(-above - 4),
    ...drawLetters("SCANHOOK: PRINT AT 100 %", 0, above + 6.8, 0.45),
    ...drawLetters("THE RULER IS 100 MM LONG, A BANK CARD FITS THE FRAME", 0, above + 1.8, 0.45),
  ];
  const grow = ({ x, y, width, height }: Rectangle): Rectangle => ({
    x: x * scale,
    y: y * scale,
    width: width * scale,
    height: height * scale,
  });
  return { gray: drawPattern(width, height, white).map(grow), ink: ink.map(grow) };
}

/** The strips above and below the free area, for text and the ruler, in millimeters. */
const stripHeight = 12;

/** Returns the square of a marker whose lower left corner is at (x, y), with its quiet zone. */
const surroundMarker = (x: number, y: number): Rectangle => ({
  x: x - quietZone,
  y: y - quietZone,
  width: markerSize + 2 * quietZone,
  height: markerSize + 2 * quietZone,
});

/** Draws a marker whose lower left corner is at (x, y), as runs of black bits. */
function drawMarker(code: number, x: number, y: number): Rectangle[] {
  const across = bitsAcross + 2;
  const bit = markerSize / across;
  return Array.from({ length: across }, (_, row) => {
    const isBlack = (column: number) =>
      [row, column].some((index) => index === 0 || index === across - 1) ||
      !isWhite(code, row - 1, column - 1);
    return findRuns(across, isBlack).map(([start, length]) => ({
      x: x + start * bit,
      y: y + (across - 1 - row) * bit,
      width: length * bit,
      height: bit,
    }));
  }).flat();
}

/**
 * A bank card (ID-1 of ISO/IEC 7810, whose corners have a radius of at most 3.48 mm), and the width
 * of the lines of its frame, in millimeters.
 */
const card = { width: 85.6, height: 53.98, corner: 3.5, line: 0.4 } as const;

/** Draws a frame in the middle that a card just fills: its four sides without the round corners. */
function drawCard(): Rectangle[] {
  const { width, height, corner, line } = card;
  const [right, top] = [width / 2, height / 2];
  const level = { x: corner - right, width: width - 2 * corner, height: line };
  const upright = { y: corner - top, width: line, height: height - 2 * corner };
  return [
    { ...level, y: top },
    { ...level, y: -top - line },
    { ...upright, x: right },
    { ...upright, x: -right - line },
  ];
}

/**
 * Draws a ruler of 100 mm around the middle. Its numbers and millimeters are below the level `y`.
 */
function drawRuler(y: number): Rectangle[] {
  const line = 0.2;
  const ticks = Array.from({ length: 101 }, (_, at) => {
    const length = at % 10 === 0 ? 3.2 : at % 5 === 0 ? 2.2 : 1.4;
    return { x: at - 50 - line / 2, y, width: line, height: length };
  });
  const numbers = [0, 50, 100].flatMap((at) => drawLetters(`${at}`, at - 50, y - 4, 0.4));
  return [
    ...ticks,
    { x: -50 - line / 2, y: y - line, width: 100 + line, height: line },
    ...numbers,
    ...drawLetters("MM", 58, y - 4, 0.4),
  ];
}

/** The side of a cell of the pattern, in millimeters: as wide as a bit of a marker. */
const cellSize = 2.5;

/**
 * Draws a random pattern on the paper outside the white areas, so that a plain object differs from
 * the mat all around its outline. Half of the cells are gray. Large areas of one tone would hide
 * the outline of an object of that tone, so there are none.
 */
function drawPattern(width: number, height: number, white: readonly Rectangle[]): Rectangle[] {
  const countCells = (side: number) => 2 * Math.floor((side / 2 - margin) / cellSize);
  const [columns, rows] = [countCells(width), countCells(height)];
  const createRun = (row: number, column: number, length: number): Rectangle => ({
    x: (column - columns / 2) * cellSize,
    y: (row - rows / 2) * cellSize,
    width: length * cellSize,
    height: cellSize,
  });
  const isDrawn = (row: number, column: number) =>
    isGray(row, column) && !white.some((area) => overlap(area, createRun(row, column, 1)));
  return Array.from({ length: rows }, (_, row) =>
    findRuns(columns, (column) => isDrawn(row, column)).map(([start, length]) =>
      createRun(row, start, length),
    ),
  ).flat();
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Tells whether a cell is gray: in each block of two by two cells, one of the two diagonals is. */
const isGray = (row: number, column: number) =>
  isEven(row + column) === isFirst(row >> 1, column >> 1);

const isEven = (value: number) => value % 2 === 0;

/**
 * Chooses the diagonal of a block by a hash (the finalizer of MurmurHash3), so that the pattern is
 * the same everywhere.
 */
function isFirst(row: number, column: number): boolean {
  let mixed = 1000 * row + column + 1;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) & 1) === 1;
}
