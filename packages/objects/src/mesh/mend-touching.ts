import type { Grid } from "../geometry/grid.ts";
import { findCornerOffset, type Nodes, readSigns } from "./nodes.ts";

/** Filled nodes get this value, just inside, as a share of the step of the grid. */
const filledShare = 0.05;
/** Rounds only fill nodes, so they end by themselves. This bounds the time that they take. */
const maxRounds = 100;

/**
 * Fills nodes until no two parts of the material, or of the air, touch only along an edge or at a
 * corner of a cell. A surface net would not be manifold there.
 */
export function mendTouching(nodes: Nodes, { counts: [nx, ny, nz], step }: Grid): void {
  let isChanged = true;
  for (let round = 0; isChanged && round < maxRounds; round++) {
    isChanged = false;
    for (let k = 1; k < nz - 1; k++) {
      for (let j = 1; j < ny - 1; j++) {
        for (let i = 1; i < nx - 1; i++) {
          const cell = k * nodes.layer + j * nx + i;
          const signs = readSigns(nodes, cell);
          // Nearly all cells are wholly inside or outside.
          if (signs === 0 || signs === 255) continue;
          if (mendCell(nodes, cell, filledShare * step)) isChanged = true;
        }
      }
    }
  }
}

/** Fills nodes of a cell in which parts touch. Tells whether there were any. */
function mendCell(nodes: Nodes, cell: number, value: number): boolean {
  const { values, nx, layer } = nodes;
  let isFilled = fillDiagonal(values, cell, 1, nx, value);
  isFilled = fillDiagonal(values, cell, nx, layer, value) || isFilled;
  isFilled = fillDiagonal(values, cell, 1, layer, value) || isFilled;
  return fillOpposite(nodes, cell, value) || isFilled;
}

/**
 * Fills a corner of a square of which only two opposite corners are inside. The sides of the square
 * are the offsets `a` and `b`.
 */
function fillDiagonal(values: Float32Array, at: number, a: number, b: number, value: number) {
  const isInside = values[at]! > 0;
  if (values[at + a + b]! > 0 !== isInside) return false;
  if (values[at + a]! > 0 === isInside || values[at + b]! > 0 === isInside) return false;
  const [one, two] = isInside ? [at + a, at + b] : [at, at + a + b];
  values[values[one]! > values[two]! ? one : two] = value;
  return true;
}

/**
 * Fills two corners of a cell of which two opposite corners alone are inside, or one of two that
 * alone are outside.
 */
function fillOpposite(nodes: Nodes, cell: number, value: number): boolean {
  const signs = readSigns(nodes, cell);
  for (let corner = 0; corner < 4; corner++) {
    const pair = (1 << corner) | (1 << (7 - corner));
    if (signs !== pair && signs !== 255 - pair) continue;
    const filled = signs === pair ? [corner ^ 1, corner ^ 3] : [corner];
    for (const each of filled) nodes.values[cell + findCornerOffset(nodes, each)] = value;
    return true;
  }
  return false;
}
