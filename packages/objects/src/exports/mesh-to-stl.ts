import { readVector, type Vector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { findAreaNormal, readTriangle } from "../mesh/triangle.ts";

/** The sizes of the parts of a binary STL file, in bytes. */
const titleSize = 80;
const headerSize = titleSize + 4;
const triangleSize = 50;

/**
 * Returns a mesh as a binary STL file. Its numbers are millimeters, as slicers assume; the format
 * itself has no unit.
 */
export function meshToStl(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const { positions, indices } = mesh;
  const count = indices.length / 3;
  const bytes = new Uint8Array(headerSize + count * triangleSize);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode("Scanhook, millimeters"));
  view.setUint32(titleSize, count, true);
  for (let triangle = 0; triangle < count; triangle++) {
    const [a, b, c] = readTriangle(indices, triangle);
    const vectors = [
      findUnitNormal(mesh, triangle),
      readVector(positions, a),
      readVector(positions, b),
      readVector(positions, c),
    ];
    const at = headerSize + triangle * triangleSize;
    for (const [index, number] of vectors.flat().entries()) {
      view.setFloat32(at + 4 * index, number, true);
    }
  }
  return bytes;
}

/** Returns the outward unit normal of a triangle; zero if it has no area. */
function findUnitNormal(mesh: Mesh, triangle: number): Vector {
  const [x, y, z] = findAreaNormal(mesh, triangle);
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
