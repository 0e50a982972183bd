import { MeshoptSimplifier } from "meshoptimizer";
import { isManifold } from "./is-manifold.ts";
import { mendFolds } from "./mend-folds.ts";
import type { Mesh } from "./mesh.ts";
import { dropUnused } from "./standing-part.ts";

/**
 * Returns a mesh with fewer triangles, at most `error` millimeters off, down to the number that is
 * asked for. A result that is no longer closed and manifold is not taken; the mesh then stays as it
 * is.
 */
export async function simplify(mesh: Mesh, triangles: number, error: number): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const { positions, indices } = mesh;
  const target = Math.min(indices.length, triangles * 3);
  const [simplified] = MeshoptSimplifier.simplify(indices, positions, 3, target, error, [
    "ErrorAbsolute",
  ]);
  const result = dropUnused(mendFolds({ positions, indices: Uint32Array.from(simplified) }));
  return isManifold(result) ? result : mesh;
}
