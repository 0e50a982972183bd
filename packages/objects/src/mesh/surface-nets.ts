import type { Grid } from "../geometry/grid.ts";
import { axes, type Vector } from "../geometry/vector.ts";
import { mendTouching } from "./mend-touching.ts";
import type { Mesh } from "./mesh.ts";
import { findCornerOffset, type Nodes, readSigns } from "./nodes.ts";

/**
 * Returns the surface at which a field on a grid crosses zero, as a closed and manifold mesh with
 * one vertex for each cell that it crosses (surface nets, Gibson 1998). The outermost nodes have to
 * be negative. Changes the field where material would touch itself only along an edge or at a
 * corner.
 */
export function extractSurface(field: Float32Array, grid: Grid): Mesh {
  const [nx, ny] = grid.counts;
  const nodes: Nodes = { values: field, nx, layer: nx * ny };
  mendTouching(nodes, grid);
  const { positions, cellVertices } = placeVertices(nodes, grid);
  const indices = joinVertices(nodes, grid, cellVertices);
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Places a vertex in each cell that the surface crosses; `cellVertices` has -1 for the others. */
function placeVertices(nodes: Nodes, { origin, step, counts: [nx, ny, nz] }: Grid) {
  const cellVertices = new Int32Array(nodes.values.length).fill(-1);
  const positions: number[] = [];
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const cell = k * nodes.layer + j * nx + i;
        const signs = readSigns(nodes, cell);
        if (signs === 0 || signs === 255) continue;
        const [x, y, z] = averageCrossings(nodes, cell, signs);
        cellVertices[cell] = positions.length / 3;
        positions.push(
          origin[0] + step * (i + x),
          origin[1] + step * (j + y),
          origin[2] + step * (k + z),
        );
      }
    }
  }
  return { positions, cellVertices };
}

/**
 * Returns the mean of the points where the surface crosses the edges of a cell, from 0 to 1 along
 * each axis.
 */
function averageCrossings(nodes: Nodes, cell: number, signs: number): Vector {
  const sum: Vector = [0, 0, 0];
  let count = 0;
  for (let corner = 0; corner < 8; corner++) {
    for (const axis of axes) {
      const end = corner | (1 << axis);
      if (end === corner || ((signs >> corner) & 1) === ((signs >> end) & 1)) continue;
      const value = nodes.values[cell + findCornerOffset(nodes, corner)]!;
      const t = value / (value - nodes.values[cell + findCornerOffset(nodes, end)]!);
      for (const other of axes) sum[other] += other === axis ? t : (corner >> other) & 1;
      count++;
    }
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

/**
 * Returns two triangles for each edge of the grid that the surface crosses: they join the vertices
 * of the four cells around the edge.
 */
function joinVertices(
  nodes: Nodes,
  { counts: [nx, ny, nz] }: Grid,
  cellVertices: Int32Array,
): number[] {
  const { values, layer } = nodes;
  const indices: number[] = [];
  /** For each axis: the offset of the next node along it, and along the two other axes. */
  const offsets = [
    [1, nx, layer],
    [nx, layer, 1],
    [layer, 1, nx],
  ] as const;
  for (let k = 0; k < nz - 1; k++) {
    for (let j = 0; j < ny - 1; j++) {
      for (let i = 0; i < nx - 1; i++) {
        const cell = k * layer + j * nx + i;
        const signs = readSigns(nodes, cell);
        if (signs === 0 || signs === 255) continue;
        const isInside = (signs & 1) === 1;
        for (const [along, b, c] of offsets) {
          if (values[cell + along]! > 0 === isInside) continue;
          const v = cellVertices[cell]!;
          const vb = cellVertices[cell - b]!;
          const vbc = cellVertices[cell - b - c]!;
          const vc = cellVertices[cell - c]!;
          if (isInside) indices.push(v, vb, vbc, v, vbc, vc);
          else indices.push(v, vc, vbc, v, vbc, vb);
        }
      }
    }
  }
  return indices;
}
