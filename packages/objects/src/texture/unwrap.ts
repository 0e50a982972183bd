import type { Mesh } from "../mesh/mesh.ts";
import { findNormals } from "../mesh/normals.ts";
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

/** Free texels round each chart. */
const padding = 2;

type Piece = {
  chart: Chart;
  left: number;
  top: number;
  right: number;
  bottom: number;
};

/**
 * Lays a closed mesh out in a square texture of `size` texels: cuts it into charts by the axis that
 * a triangle faces most, projects each along its axis, and packs them on shelves at one scale. A
 * chart that winds over itself overlaps itself there.
 */
export function unwrap(mesh: Mesh, size: number): Unwrapped {
  const normals = findNormals(mesh);
  const pieces = findCharts(mesh, normals).map((chart) => bound(mesh, chart));
  pieces.sort((a, b) => b.bottom - b.top - (a.bottom - a.top));
  const area = pieces.reduce((sum, piece) => sum + findArea(piece), 0);
  let scale = Math.sqrt((0.9 * size * size) / area);
  let corners = pack(pieces, scale, size);
  while (!corners) {
    scale *= 0.96;
    corners = pack(pieces, scale, size);
  }
  const result: Lists = { places: [], sources: [], indices: [] };
  for (const [index, piece] of pieces.entries()) {
    place(mesh, piece, corners[index]!, scale, size, result);
  }
  const sources = Uint32Array.from(result.sources);
  return {
    positions: gather(mesh.positions, sources),
    normals: gather(normals, sources),
    places: Float32Array.from(result.places),
    sources,
    indices: Uint32Array.from(result.indices),
  };
}

type Lists = Record<"places" | "sources" | "indices", number[]>;

/** Returns the vector of each vertex from those of its source. */
function gather(vectors: Float32Array, sources: Uint32Array): Float32Array {
  const gathered = new Float32Array(3 * sources.length);
  for (let vertex = 0; vertex < sources.length; vertex++) {
    const from = 3 * sources[vertex]!;
    gathered.set(vectors.subarray(from, from + 3), 3 * vertex);
  }
  return gathered;
}

const findArea = ({ left, top, right, bottom }: Piece) => (right - left) * (bottom - top);

/** Returns where a vertex is in the plane of a chart, in millimeters. */
function flatten({ positions }: Mesh, vertex: number, { axis, sign }: Chart): [number, number] {
  const [x, y, z] = [0, 1, 2].map((along) => positions[3 * vertex + along]!) as [
    number,
    number,
    number,
  ];
  if (axis === 0) return [sign * y, -z];
  if (axis === 1) return [-sign * x, -z];
  return [x, -sign * y];
}

function bound(mesh: Mesh, chart: Chart): Piece {
  const piece = { chart, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const triangle of chart.triangles) {
    for (let corner = 0; corner < 3; corner++) {
      const [u, v] = flatten(mesh, mesh.indices[3 * triangle + corner]!, chart);
      piece.left = Math.min(piece.left, u);
      piece.top = Math.min(piece.top, v);
      piece.right = Math.max(piece.right, u);
      piece.bottom = Math.max(piece.bottom, v);
    }
  }
  return piece;
}

/**
 * Returns the first column and row of each piece, the highest first; undefined if they do not fit.
 */
function pack(pieces: readonly Piece[], scale: number, size: number) {
  const corners: [number, number][] = [];
  let [column, row, shelf] = [0, 0, 0];
  for (const { left, top, right, bottom } of pieces) {
    const width = Math.ceil((right - left) * scale) + 2 * padding + 1;
    const height = Math.ceil((bottom - top) * scale) + 2 * padding + 1;
    if (column + width > size) {
      [column, row, shelf] = [0, row + shelf, 0];
    }
    if (width > size || row + height > size) return undefined;
    corners.push([column + padding, row + padding]);
    column += width;
    shelf = Math.max(shelf, height);
  }
  return corners;
}

function place(
  mesh: Mesh,
  { chart, left, top }: Piece,
  [column, row]: [number, number],
  scale: number,
  size: number,
  result: Lists,
): void {
  const ids = new Map<number, number>();
  for (const triangle of chart.triangles) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = mesh.indices[3 * triangle + corner]!;
      let id = ids.get(vertex);
      if (id === undefined) {
        id = result.sources.length;
        ids.set(vertex, id);
        const [u, v] = flatten(mesh, vertex, chart);
        const place = [column + 0.5 + (u - left) * scale, row + 0.5 + (v - top) * scale];
        result.sources.push(vertex);
        result.places.push(place[0]! / size, place[1]! / size);
      }
      result.indices.push(id);
    }
  }
}
