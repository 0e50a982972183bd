import { MeshoptSimplifier } from "meshoptimizer";
import { dropUnused } from "./drop-unused.ts";
import { isManifold } from "./is-manifold.ts";
import { mendFolds } from "./mend-folds.ts";
import type { Mesh } from "./mesh.ts";

/**
 * Returns a closed mesh with fewer triangles, down to `maxTriangles`; its surface moves by at most
 * `maxError` millimeters. Returns the mesh as it is if the result would not be closed and manifold.
 */
export async function simplify(mesh: Mesh, maxTriangles: number, maxError: number): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const { positions, indices } = mesh;
  const target = Math.min(indices.length, maxTriangles * 3);
  const [simplified] = MeshoptSimplifier.simplify(indices, positions, 3, target, maxError, [
    "ErrorAbsolute",
  ]);
  const result = dropUnused(mendFolds({ positions, indices: Uint32Array.from(simplified) }));
  return isManifold(result) ? result : mesh;
}
