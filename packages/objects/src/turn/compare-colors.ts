import { createGrid, type Grid } from "../geometry/grid.ts";
import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import type { SurfaceColors } from "./surface-colors.ts";

/**
 * The colors near a surface: the mean, in each cell of a grid, of the places in it and beside it.
 */
type ColorCells = { grid: Grid; colors: Float32Array; weights: Float32Array };

/** The size of a cell, in millimeters. */
const step = 2;

/** Sorts colors into cells. */
export function sortColors({ places, colors }: SurfaceColors): ColorCells {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < places.length; at++) {
    const axis = (at % 3) as 0 | 1 | 2;
    min[axis] = Math.min(min[axis], places[at]!);
    max[axis] = Math.max(max[axis], places[at]!);
  }
  const grid = createGrid({ min, max }, step);
  const [nx, ny, nz] = grid.counts;
  const cells = {
    grid,
    colors: new Float32Array(3 * nx * ny * nz),
    weights: new Float32Array(nx * ny * nz),
  };
  for (let from = 0; from < places.length; from += 3) {
    const middle = findCell(grid, places[from]!, places[from + 1]!, places[from + 2]!);
    for (let c = -1; c <= 1; c++) {
      for (let b = -1; b <= 1; b++) {
        for (let a = -1; a <= 1; a++) {
          const at = middle + (c * ny + b) * nx + a;
          const weight = 0.15 ** Math.hypot(a, b, c);
          cells.weights[at]! += weight;
          for (let channel = 0; channel < 3; channel++) {
            cells.colors[3 * at + channel]! += weight * colors[from + channel]!;
          }
        }
      }
    }
  }
  return cells;
}

function findCell({ origin, counts: [nx, ny, nz] }: Grid, x: number, y: number, z: number): number {
  const i = Math.round((x - origin[0]) / step);
  const j = Math.round((y - origin[1]) / step);
  const k = Math.round((z - origin[2]) / step);
  if (i < 1 || j < 1 || k < 1 || i > nx - 2 || j > ny - 2 || k > nz - 2) return -1;
  return (k * ny + j) * nx + i;
}

/**
 * Returns how much the colors of the first pass change as those of the second do at the same places
 * (correlation, -1 to 1).
 */
export function compareColors(
  { grid, colors, weights }: ColorCells,
  second: SurfaceColors,
  turn: RigidTransform,
): number {
  let [count, product, squares, otherSquares] = [0, 0, 1e-9, 1e-9];
  const stride = 3 * Math.ceil(second.places.length / 3 / maxPlaces);
  for (let from = 0; from < second.places.length; from += stride) {
    transformPoint(
      turn,
      second.places[from]!,
      second.places[from + 1]!,
      second.places[from + 2]!,
      place,
    );
    const cell = findCell(grid, place[0]!, place[1]!, place[2]!);
    if (cell < 0 || weights[cell] === 0) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) {
      const own = colors[3 * cell + channel]! / weights[cell]!;
      const other = second.colors[from + channel]!;
      product += own * other;
      squares += own * own;
      otherSquares += other * other;
    }
  }
  if (count < minPlaces) return 0;
  return product / Math.sqrt(squares * otherSquares);
}

/** Fewer places than this say nothing of colors. */
const minPlaces = 50;
/** More places than this are thinned out. */
const maxPlaces = 6000;

const place = new Float64Array(3);

/** Returns how much colors change over a surface (standard deviation of their logarithms). */
export function measureSpread({ colors }: SurfaceColors): number {
  let squares = 0;
  for (const value of colors) squares += value * value;
  return Math.sqrt(squares / colors.length);
}
