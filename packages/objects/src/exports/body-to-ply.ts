import type { Body } from "./body.ts";

/**
 * Returns a body as a binary PLY file in millimeters, with the color of the texture at each vertex.
 */
export function bodyToPly({ mesh, unwrapped, texture }: Body): Uint8Array<ArrayBuffer> {
  const vertices = mesh.positions.length / 3;
  const triangles = mesh.indices.length / 3;
  const header = new TextEncoder().encode(`ply
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
`);
  const bytes = new Uint8Array(header.length + 15 * vertices + 13 * triangles);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let axis = 0; axis < 3; axis++) {
      const at = header.length + 15 * vertex + 4 * axis;
      view.setFloat32(at, mesh.positions[3 * vertex + axis]!, true);
    }
  }
  for (const [id, source] of unwrapped.sources.entries()) {
    const column = Math.min(
      texture.width - 1,
      Math.floor(unwrapped.places[2 * id]! * texture.width),
    );
    const row = Math.min(
      texture.height - 1,
      Math.floor(unwrapped.places[2 * id + 1]! * texture.height),
    );
    const from = 4 * (row * texture.width + column);
    bytes.set(texture.data.subarray(from, from + 3), header.length + 15 * source + 12);
  }
  for (let triangle = 0; triangle < triangles; triangle++) {
    const at = header.length + 15 * vertices + 13 * triangle;
    bytes[at] = 3;
    for (let corner = 0; corner < 3; corner++) {
      view.setInt32(at + 1 + 4 * corner, mesh.indices[3 * triangle + corner]!, true);
    }
  }
  return bytes;
}
