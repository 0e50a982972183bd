import { createGrid, type Grid } from "../geometry/grid.ts";
import { type RigidTransform, transformPoint } from "../geometry/rigid-transform.ts";
import { axes, createVector, readVector, type Vector } from "../geometry/vector.ts";
import { findBounds } from "../mesh/bounds.ts";
import type { SurfaceColors } from "./surface-colors.ts";

/**
 * The colors near a surface: for each cell of a grid the weighted sum of the colors in it and in
 * its neighbors, three channels each, and the sum of the weights.
 */
export type ColorGrid = { grid: Grid; colors: Float32Array; weights: Float32Array };

/** The size of a cell, in millimeters. */
const cellSize = 2;
/** A color has this weight, to the power of the distance in cells, for a neighbor of its cell. */
const neighborWeight = 0.15;
/** With fewer points than this in cells that have colors, the correlation says nothing. */
const minPoints = 50;
/** At most this many points are compared, evenly spread over their list. */
const maxPoints = 6000;

const noTriangles = new Uint32Array();

/** Sums up the colors of a pass in cells, so that those near a point are found at once. */
export function createColorGrid({ points, colors }: SurfaceColors): ColorGrid {
  const grid = createGrid(findBounds({ positions: points, indices: noTriangles }), cellSize);
  const [nx, ny, nz] = grid.counts;
  const cells: ColorGrid = {
    grid,
    colors: new Float32Array(3 * nx * ny * nz),
    weights: new Float32Array(nx * ny * nz),
  };
  const vector = createVector();
  for (let index = 0; index < points.length / 3; index++) {
    const cell = findCell(grid, readVector(points, index, vector));
    addColor(cells, cell, readVector(colors, index, vector));
  }
  return cells;
}

/** Adds a color to a cell and to its neighbors. */
function addColor({ grid, colors, weights }: ColorGrid, cell: number, color: Vector): void {
  const [nx, ny] = grid.counts;
  for (let k = -1; k <= 1; k++) {
    for (let j = -1; j <= 1; j++) {
      for (let i = -1; i <= 1; i++) {
        const neighbor = cell + (k * ny + j) * nx + i;
        const weight = neighborWeight ** Math.hypot(i, j, k);
        weights[neighbor]! += weight;
        for (const channel of axes) colors[3 * neighbor + channel]! += weight * color[channel];
      }
    }
  }
}

/** Returns the index of the cell that holds a point, or -1 at the border of the grid and beyond. */
function findCell({ origin, counts }: Grid, point: Vector): number {
  const i = Math.round((point[0] - origin[0]) / cellSize);
  const j = Math.round((point[1] - origin[1]) / cellSize);
  const k = Math.round((point[2] - origin[2]) / cellSize);
  if (i < 1 || j < 1 || k < 1 || i > counts[0] - 2 || j > counts[1] - 2 || k > counts[2] - 2) {
    return -1;
  }
  return (k * counts[1] + j) * counts[0] + i;
}

/**
 * Returns the correlation, from -1 to 1, of the colors of the second pass with those of the first
 * at the points to which `transform` brings them; 0 if too few points meet colors.
 */
export function compareColors(
  { grid, colors, weights }: ColorGrid,
  second: SurfaceColors,
  transform: RigidTransform,
): number {
  const { points } = second;
  const stride = 3 * Math.ceil(points.length / 3 / maxPoints);
  const point = createVector();
  let [count, products, firstSquares, secondSquares] = [0, 0, 1e-9, 1e-9];
  for (let at = 0; at < points.length; at += stride) {
    transformPoint(transform, points[at]!, points[at + 1]!, points[at + 2]!, point);
    const cell = findCell(grid, point);
    if (cell < 0 || weights[cell] === 0) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) {
      const firstColor = colors[3 * cell + channel]! / weights[cell]!;
      const secondColor = second.colors[at + channel]!;
      products += firstColor * secondColor;
      firstSquares += firstColor * firstColor;
      secondSquares += secondColor * secondColor;
    }
  }
  if (count < minPoints) return 0;
  return products / Math.sqrt(firstSquares * secondSquares);
}

/** Returns the standard deviation of the colors of a surface; their mean is zero. */
export function measureDeviation({ colors }: SurfaceColors): number {
  let squares = 0;
  for (const value of colors) squares += value * value;
  return Math.sqrt(squares / colors.length);
}
