import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findNormals } from "../mesh/normals.ts";
import { readTriangle } from "../mesh/triangle.ts";
import { type Chart, findCharts } from "./charts.ts";

/**
 * A mesh whose vertices have places in a texture: two numbers for each, 0 to 1 from its top left. A
 * vertex at which charts meet is there once for each of them.
 */
export type Unwrapped = Mesh & {
  normals: Float32Array;
  places: Float32Array;
  /** Which vertex of the closed mesh each vertex is. */
  sources: Uint32Array;
};

/** Free texels around each chart, so that its colors can spread there. */
const padding = 2;
/** The charts are scaled down from this share of the texture until they fit, by a factor each. */
const maxFilledShare = 0.9;
const shrinkFactor = 0.96;

/** A chart and its bounds in the plane that it is projected on, in millimeters. */
type BoundedChart = Chart & { left: number; top: number; right: number; bottom: number };

/** A chart with the texel where its top left comes to lie. */
type PackedChart = { chart: BoundedChart; column: number; row: number };

/**
 * Lays a closed mesh out in a square texture of `size` texels: cuts it into charts by the axis that
 * a triangle faces most, projects each along its axis, and packs them on shelves at one scale. A
 * chart that winds over itself overlaps itself there.
 */
export function unwrap(mesh: Mesh, size: number): Unwrapped {
  const normals = findNormals(mesh);
  const charts = findCharts(mesh, normals).map((chart) => findChartBounds(mesh, chart));
  charts.sort((a, b) => b.bottom - b.top - (a.bottom - a.top));
  const area = charts.reduce((sum, chart) => sum + findBoundsArea(chart), 0);
  let scale = Math.sqrt((maxFilledShare * size * size) / area);
  let packed = packCharts(charts, scale, size);
  while (!packed) {
    scale *= shrinkFactor;
    packed = packCharts(charts, scale, size);
  }
  const { texels, sources, indices } = layOut(mesh, packed, scale);
  return {
    positions: gather(mesh.positions, sources),
    normals: gather(normals, sources),
    places: Float32Array.from(texels, (texel) => texel / size),
    sources: Uint32Array.from(sources),
    indices: Uint32Array.from(indices),
  };
}

/** Returns the vectors of the given vertices, in their order. */
function gather(vectors: Float32Array, vertices: readonly number[]): Float32Array {
  const gathered = new Float32Array(3 * vertices.length);
  for (const [at, vertex] of vertices.entries()) gathered.set(readVector(vectors, vertex), 3 * at);
  return gathered;
}

/** Projects a vertex on the plane of a chart, in millimeters to the right and down. */
function projectVertex(
  { positions }: Mesh,
  vertex: number,
  { axis, sign }: Chart,
): [u: number, v: number] {
  const [x, y, z] = readVector(positions, vertex);
  if (axis === 0) return [sign * y, -z];
  if (axis === 1) return [-sign * x, -z];
  return [x, -sign * y];
}

function findChartBounds(mesh: Mesh, chart: Chart): BoundedChart {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const triangle of chart.triangles) {
    for (const vertex of readTriangle(mesh.indices, triangle)) {
      const [u, v] = projectVertex(mesh, vertex, chart);
      left = Math.min(left, u);
      top = Math.min(top, v);
      right = Math.max(right, u);
      bottom = Math.max(bottom, v);
    }
  }
  return { ...chart, left, top, right, bottom };
}

const findBoundsArea = ({ left, top, right, bottom }: BoundedChart) =>
  (right - left) * (bottom - top);

/**
 * Packs charts on shelves from the top, in their order, at a scale in texels per millimeter.
 * Returns undefined if they do not fit.
 */
function packCharts(
  charts: readonly BoundedChart[],
  scale: number,
  size: number,
): PackedChart[] | undefined {
  const packed: PackedChart[] = [];
  let [column, row, shelfHeight] = [0, 0, 0];
  for (const chart of charts) {
    const width = Math.ceil((chart.right - chart.left) * scale) + 2 * padding + 1;
    const height = Math.ceil((chart.bottom - chart.top) * scale) + 2 * padding + 1;
    if (column + width > size) {
      column = 0;
      row += shelfHeight;
      shelfHeight = 0;
    }
    if (width > size || row + height > size) return undefined;
    packed.push({ chart, column: column + padding, row: row + padding });
    column += width;
    shelfHeight = Math.max(shelfHeight, height);
  }
  return packed;
}

/**
 * Returns the triangles of packed charts, chart by chart, with a copy of a vertex for each chart
 * that has it: two numbers in texels and the vertex of the mesh for each copy.
 */
function layOut(mesh: Mesh, packed: readonly PackedChart[], scale: number) {
  const texels: number[] = [];
  const sources: number[] = [];
  const indices: number[] = [];
  for (const { chart, column, row } of packed) {
    const copies = new Map<number, number>();
    for (const triangle of chart.triangles) {
      for (const vertex of readTriangle(mesh.indices, triangle)) {
        let copy = copies.get(vertex);
        if (copy === undefined) {
          copy = sources.length;
          copies.set(vertex, copy);
          const [u, v] = projectVertex(mesh, vertex, chart);
          sources.push(vertex);
          texels.push(column + 0.5 + (u - chart.left) * scale);
          texels.push(row + 0.5 + (v - chart.top) * scale);
        }
        indices.push(copy);
      }
    }
  }
  return { texels, sources, indices };
}
