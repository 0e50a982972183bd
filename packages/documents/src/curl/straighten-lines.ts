import { type Channel, reduce } from "../corners/channels.ts";
import { solveEquations } from "../geometry/linear-equations.ts";
import type { Picture } from "../picture.ts";
import { type LineSlope, measureLineSlopes, type PageLight } from "./line-slopes.ts";

/** The long side in which lines are measured, in pixels. */
const longSide = 840;
/** The maximum powers of the position in a line, and of that of the line on the page. */
const [powersAlong, powersAcross] = [4, 4];
/** The weight that keeps coefficients small which few lines determine. */
const stiffness = 0.02;
/** The number of rounds of a robust fit. */
const rounds = 8;
/** The residual of a slope from which it counts less in the next round, in rows. */
const residualScale = 0.7;
/** The minimum number of slopes that show lines of text. */
const minSlopes = 80;
/** The maximum residual of a slope that lies on the fitted surface, in rows. */
const maxResidual = 1.4;
/** The minimum share of such slopes. */
const minFittingShare = 0.98;
/** The bend of lines that are not straight, as a part of the extent across them. */
const [minBend, maxBend] = [0.004, 0.04];
/** The number of cells of the grid, along each side, between which the surface is interpolated. */
const cells = 60;

/** How far lines lie below straight ones at a place, as parts of the extent across the lines. */
type LineBend = {
  isLying: boolean;
  slopeCount: number;
  grid: Float32Array;
  /** The first and the last column of the grid with text. */
  textColumns: readonly [number, number];
};

/**
 * Returns a rectified page whose lines of text are straight: of a sheet that is bent unevenly, the
 * edges do not tell where its lines are. Returns the same picture if its lines are straight
 * already, or if it has too few lines of text.
 */
export function straightenLines(page: Picture): Picture {
  const { width, height, channels } = reduce(page, longSide);
  const [light] = channels;
  const lying = { width: height, height: width, light: transpose(light, width, height) };
  const upright = fitBend({ width, height, light }, false);
  const turned = fitBend(lying, true);
  const bend = (turned?.slopeCount ?? 0) > (upright?.slopeCount ?? 0) ? turned : upright;
  return bend && isBent(bend) ? draw(page, bend) : page;
}

function transpose(light: Channel, width: number, height: number): Channel {
  return light.map((_, index) => light[(index % height) * width + Math.floor(index / height)]!);
}

/** Fits a smooth surface to the slopes of lines. Returns undefined if there are no such lines. */
function fitBend(page: PageLight, isLying: boolean): LineBend | undefined {
  const slopes = measureLineSlopes(page);
  if (slopes.length < minSlopes) return undefined;
  const rows = slopes.map(({ x, nextX, y }) => {
    const here = listTerms(x, y);
    return listTerms(nextX, y).map((term, index) => term - here[index]!);
  });
  const surface = fitSurface(rows, slopes);
  if (!surface) return undefined;
  const fitting = rows.filter(
    (row, index) => Math.abs(sum(row, surface) - slopes[index]!.fall) < maxResidual,
  );
  if (fitting.length < minFittingShare * slopes.length) return undefined;
  const { grid, textColumns } = sampleSurface(surface, slopes, page.height);
  return { isLying, slopeCount: fitting.length, grid, textColumns };
}

/** The terms of the surface. A line as a whole may lie anywhere, so each has a power of `x`. */
function listTerms(x: number, y: number): number[] {
  return Array.from({ length: powersAlong }, (_, along) =>
    Array.from(
      { length: powersAcross + 1 },
      (_, across) => (2 * x - 1) ** (along + 1) * (2 * y - 1) ** across,
    ),
  ).flat();
}

function sum(terms: readonly number[], coefficients: readonly number[]): number {
  return terms.reduce((total, term, index) => total + term * coefficients[index]!, 0);
}

/** Fits the coefficients of the surface by iteratively reweighted least squares. */
function fitSurface(rows: readonly number[][], slopes: readonly LineSlope[]): number[] | undefined {
  const count = powersAlong * (powersAcross + 1);
  let surface: number[] | undefined;
  for (let round = 0; round < rounds; round++) {
    const equations = Array.from({ length: count }, (_, index) =>
      Array.from({ length: count + 1 }, (_, column) => (column === index ? stiffness : 0)),
    );
    for (const [index, terms] of rows.entries()) {
      const { fall, weight } = slopes[index]!;
      const residual = surface ? (sum(terms, surface) - fall) / residualScale : 0;
      const share = weight / (1 + residual * residual);
      for (const [i, equation] of equations.entries()) {
        const factor = share * terms[i]!;
        for (let j = 0; j < count; j++) equation[j]! += factor * terms[j]!;
        equation[count]! += factor * fall;
      }
    }
    surface = solveEquations(equations);
    if (!surface) return undefined;
  }
  return surface;
}

/**
 * Samples the surface on the grid, row by row, minus the mean of each row. Beyond the text, where
 * nothing is known, it goes on as at the text's end.
 */
function sampleSurface(surface: number[], slopes: readonly LineSlope[], extent: number) {
  const xs = slopes.flatMap(({ x, nextX }) => [x, nextX]);
  const ys = slopes.map(({ y }) => y);
  const clamp = (values: number[]) => {
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return (index: number) => Math.min(max, Math.max(min, index / cells));
  };
  const [clampX, clampY] = [clamp(xs), clamp(ys)];
  const side = cells + 1;
  const grid = new Float32Array(side ** 2);
  for (let row = 0; row < side; row++) {
    const values = Array.from({ length: side }, (_, column) =>
      sum(listTerms(clampX(column), clampY(row)), surface),
    );
    const mean = values.reduce((total, value) => total + value, 0) / side;
    grid.set(
      values.map((value) => (value - mean) / extent),
      row * side,
    );
  }
  const textColumns = [
    Math.ceil(Math.min(...xs) * cells),
    Math.floor(Math.max(...xs) * cells),
  ] as const;
  return { grid, textColumns };
}

/** Returns whether a line bends off its chord, and none by more than a sheet on a desk does. */
function isBent({ grid, textColumns: [from, to] }: LineBend): boolean {
  let most = 0;
  for (let row = 0; row < grid.length; row += cells + 1) {
    const [first, last] = [grid[row + from]!, grid[row + to]!];
    for (let column = from + 1; column < to; column++) {
      const chord = first + ((last - first) * (column - from)) / (to - from);
      most = Math.max(most, Math.abs(grid[row + column]! - chord));
    }
  }
  return most >= minBend && most <= maxBend;
}

/** Draws the page with each pixel from where it lies, between two pixels across the lines. */
function draw({ width, height, data }: Picture, { grid, isLying }: LineBend): Picture {
  const drawn = new Uint8ClampedArray(data.length);
  const extent = isLying ? width : height;
  const stride = isLying ? 4 : 4 * width;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [along, across] = isLying ? [y / height, x / width] : [x / width, y / height];
      const place = (isLying ? x : y) + interpolate(grid, along, across) * extent;
      const clamped = Math.min(extent - 1, Math.max(0, place));
      const before = Math.min(extent - 2, Math.floor(clamped));
      const part = clamped - before;
      const from = isLying ? (y * width + before) * 4 : (before * width + x) * 4;
      for (let channel = 0; channel < 4; channel++) {
        const [first, second] = [data[from + channel]!, data[from + stride + channel]!];
        drawn[at + channel] = first + (second - first) * part;
      }
    }
  }
  return { width, height, data: drawn };
}

function interpolate(grid: Float32Array, along: number, across: number): number {
  const [column, row] = [Math.floor(along * cells), Math.floor(across * cells)];
  const [right, down] = [along * cells - column, across * cells - row];
  const cell = row * (cells + 1) + column;
  const upper = grid[cell]! * (1 - right) + grid[cell + 1]! * right;
  const lower = grid[cell + cells + 1]! * (1 - right) + grid[cell + cells + 2]! * right;
  return upper * (1 - down) + lower * down;
}
