import type { Grid } from "../geometry/grid.ts";
import type { Mesh } from "./mesh.ts";

/**
 * Returns the surface at which a field on a grid crosses zero: one vertex for each cell that it
 * crosses (surface nets, Gibson 1998). The outermost nodes have to be negative. The field is first
 * changed where material would touch itself only along an edge or at a corner, so that the mesh is
 * closed and manifold.
 */
export function extractSurface(field: Float32Array, grid: Grid): Mesh {
  mendTouching(field, grid);
  const [nx, ny, nz] = grid.counts;
  const layer = nx * ny;
  const ids = new Int32Array(field.length).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const cell = k * layer + j * nx + i;
        const vertex = placeVertex(field, cell, nx, layer);
        if (!vertex) continue;
        ids[cell] = positions.length / 3;
        for (const [axis, index] of [i, j, k].entries()) {
          positions.push(grid.origin[axis]! + grid.step * (index + vertex[axis]!));
        }
      }
    }
  }
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const cell = k * layer + j * nx + i;
        const signs = readSigns(field, cell, nx, layer);
        if (signs === 0 || signs === 255) continue;
        const isInside = field[cell]! > 0;
        for (const [step, b, c] of [
          [1, nx, layer],
          [nx, layer, 1],
          [layer, 1, nx],
        ] as const) {
          if (field[cell + step]! > 0 === isInside) continue;
          const ring = [ids[cell]!, ids[cell - b]!, ids[cell - b - c]!, ids[cell - c]!] as const;
          const [first, second, third, fourth] = isInside
            ? ring
            : ([ring[0], ring[3], ring[2], ring[1]] as const);
          indices.push(first, second, third, first, third, fourth);
        }
      }
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * Returns the middle of the crossings on the edges of a cell, from 0 to 1 along each axis;
 * undefined if there is none.
 */
function placeVertex(field: Float32Array, cell: number, nx: number, layer: number) {
  const signs = readSigns(field, cell, nx, layer);
  if (signs === 0 || signs === 255) return undefined;
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      const other = corner | (1 << axis);
      if (other === corner || ((signs >> corner) & 1) === ((signs >> other) & 1)) continue;
      const from = field[cell + offset(corner, nx, layer)]!;
      const t = from / (from - field[cell + offset(other, nx, layer)]!);
      for (let along = 0; along < 3; along++) {
        sum[along]! += along === axis ? t : (corner >> along) & 1;
      }
      count++;
    }
  }
  return sum.map((value) => value / count);
}

/** Returns which of the eight corners of a cell are inside, one bit for each. */
function readSigns(field: Float32Array, cell: number, nx: number, layer: number): number {
  return (
    (field[cell]! > 0 ? 1 : 0) |
    (field[cell + 1]! > 0 ? 2 : 0) |
    (field[cell + nx]! > 0 ? 4 : 0) |
    (field[cell + nx + 1]! > 0 ? 8 : 0) |
    (field[cell + layer]! > 0 ? 16 : 0) |
    (field[cell + layer + 1]! > 0 ? 32 : 0) |
    (field[cell + layer + nx]! > 0 ? 64 : 0) |
    (field[cell + layer + nx + 1]! > 0 ? 128 : 0)
  );
}

const offset = (corner: number, nx: number, layer: number) =>
  (corner & 1) + (corner & 2 ? nx : 0) + (corner & 4 ? layer : 0);

/** A value just inside, as a part of the step. */
const barely = 0.05;

/**
 * Fills nodes until no two parts of the material, or of the air, touch only along an edge or at a
 * corner of a cell.
 */
function mendTouching(field: Float32Array, { counts, step }: Grid): void {
  const [nx, ny, nz] = counts;
  const layer = nx * ny;
  let changed = true;
  for (let round = 0; changed && round < 100; round++) {
    changed = false;
    for (let k = 1; k < nz - 1; k++) {
      for (let j = 1; j < ny - 1; j++) {
        for (let i = 1; i < nx - 1; i++) {
          const cell = k * layer + j * nx + i;
          const signs = readSigns(field, cell, nx, layer);
          // Nearly all cells are wholly inside or outside.
          if (signs === 0 || signs === 255) continue;
          for (const [a, b] of [
            [1, nx],
            [nx, layer],
            [1, layer],
          ] as const) {
            if (fillCheckered(field, cell, a, b, barely * step)) changed = true;
          }
          if (fillOpposite(field, cell, nx, layer, barely * step)) changed = true;
        }
      }
    }
  }
}

/** Fills a corner of a square of which only two opposite corners are inside. */
function fillCheckered(field: Float32Array, at: number, a: number, b: number, value: number) {
  const first = field[at]! > 0;
  if (field[at + a + b]! > 0 !== first) return false;
  if (field[at + a]! > 0 === first || field[at + b]! > 0 === first) return false;
  const [one, two] = first ? [at + a, at + b] : [at, at + a + b];
  field[field[one]! > field[two]! ? one : two] = value;
  return true;
}

/**
 * Fills two corners of a cube of which two opposite corners alone are inside, or alone are outside.
 */
function fillOpposite(
  field: Float32Array,
  cell: number,
  nx: number,
  layer: number,
  value: number,
): boolean {
  const signs = readSigns(field, cell, nx, layer);
  for (let corner = 0; corner < 4; corner++) {
    const pair = (1 << corner) | (1 << (7 - corner));
    if (signs !== pair && signs !== 255 - pair) continue;
    const fill = signs === pair ? [corner ^ 1, corner ^ 3] : [corner];
    for (const filled of fill) field[cell + offset(filled, nx, layer)] = value;
    return true;
  }
  return false;
}
