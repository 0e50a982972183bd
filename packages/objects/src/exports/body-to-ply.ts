import { readVector } from "../geometry/vector.ts";
import { readTriangle } from "../mesh/triangle.ts";
import type { Picture } from "../picture.ts";
import type { Body } from "./body.ts";

/** The sizes of a vertex (three floats, three color bytes) and of a triangle, in bytes. */
const vertexSize = 15;
const colorOffset = 12;
const triangleSize = 13;

/**
 * Returns a body as a binary PLY file in millimeters, with the color of the texture at each vertex.
 */
export function bodyToPly({ mesh, unwrapped, texture }: Body): Uint8Array<ArrayBuffer> {
  const vertices = mesh.positions.length / 3;
  const triangles = mesh.indices.length / 3;
  const header = new TextEncoder().encode(formatHeader(vertices, triangles));
  const firstTriangle = header.length + vertexSize * vertices;
  const bytes = new Uint8Array(firstTriangle + triangleSize * triangles);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (const [axis, value] of readVector(mesh.positions, vertex).entries()) {
      view.setFloat32(header.length + vertexSize * vertex + 4 * axis, value, true);
    }
  }
  for (const [copy, vertex] of unwrapped.sources.entries()) {
    const color = readColor(texture, unwrapped.places, copy);
    bytes.set(color, header.length + vertexSize * vertex + colorOffset);
  }
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = firstTriangle + triangleSize * triangle;
    bytes[at] = 3;
    for (const [corner, vertex] of readTriangle(mesh.indices, triangle).entries()) {
      view.setInt32(at + 1 + 4 * corner, vertex, true);
    }
  }
  return bytes;
}

const formatHeader = (vertices: number, triangles: number) => `ply
format binary_little_endian 1.0
comment Scanhook, millimeters
element vertex ${vertices}
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
element face ${triangles}
property list uchar int vertex_indices
end_header
`;

/** Returns red, green and blue of the texel at the place of a vertex. */
function readColor(
  { width, height, data }: Picture,
  places: Float32Array,
  vertex: number,
): Uint8Array | Uint8ClampedArray {
  const column = Math.min(width - 1, Math.floor(places[2 * vertex]! * width));
  const row = Math.min(height - 1, Math.floor(places[2 * vertex + 1]! * height));
  const from = 4 * (row * width + column);
  return data.subarray(from, from + 3);
}
