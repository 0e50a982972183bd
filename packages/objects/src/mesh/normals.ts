import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "./mesh.ts";
import { addVector, findAreaNormal, readTriangle } from "./triangle.ts";

/**
 * Returns the outward unit normal of each vertex, three numbers each: the mean of the normals of
 * its triangles, weighted by their areas.
 */
export function findNormals(mesh: Mesh): Float32Array {
  const { positions, indices } = mesh;
  const normals = new Float32Array(positions.length);
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    const normal = findAreaNormal(mesh, triangle);
    for (const vertex of readTriangle(indices, triangle)) addVector(normals, vertex, normal);
  }
  for (let vertex = 0; vertex < normals.length / 3; vertex++) {
    const [x, y, z] = readVector(normals, vertex);
    const length = Math.hypot(x, y, z) || 1;
    normals.set([x / length, y / length, z / length], 3 * vertex);
  }
  return normals;
}
