import { createFindPixel } from "../camera/find-pixel.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { readVector } from "../geometry/vector.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import { addVector, readTriangle } from "../mesh/triangle.ts";
import type { Picture } from "../picture.ts";
import type { Crop } from "../silhouette/crop.ts";
import type { Silhouette } from "../silhouette/silhouette.ts";
import { fillGaps } from "./fill-gaps.ts";
import { paintTriangle, type WeightedView } from "./paint-triangle.ts";
import type { Unwrapped } from "./unwrap.ts";

/** A view with its part of the picture, and the outline of the object in it. */
type Shot = { crop: Crop; silhouette: Silhouette };

/** A texel is the mean of at most this many views. */
const maxViews = 3;
/**
 * A view sees a triangle that is at most this far behind the nearest surface, in millimeters:
 * depths are known for whole pixels only.
 */
const maxBehind = 1.5;
/** A view does not color triangles that it sees at a flatter angle (cosine to the normal). */
const minCosine = 0.15;

/** A shot with its weight for each triangle: from 0, if it does not see it, to 1. */
type PreparedShot = Shot & { rays: ViewRays; weights: Float32Array; projected: Float64Array };

/**
 * Returns the texture of a mesh, a square of `size` texels: each texel has the weighted mean of the
 * views that see its triangle best. Views weigh less the steeper they see it and the closer it is
 * to their outline. What no view sees gets the color of the texels around it. `whole` is the mesh
 * before it was unwrapped, which hides what is behind it.
 */
export function bake(mesh: Unwrapped, whole: Mesh, shots: readonly Shot[], size: number): Picture {
  const data = new Uint8ClampedArray(size * size * 4);
  const centroids = averageCorners(mesh.positions, mesh.indices);
  const normals = averageCorners(mesh.normals, mesh.indices);
  const prepared = shots.map((shot): PreparedShot => {
    const rays = createViewRays(shot.silhouette);
    // The depths of all views together would take tens of megabytes.
    const depths = rasterize(whole, rays, shot.crop);
    const weights = weighTriangles(centroids, normals, depths, rays, shot.crop);
    return { ...shot, rays, weights, projected: new Float64Array(3) };
  });
  const texture = { data, size };
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
    const views = chooseViews(prepared, triangle);
    if (views.length > 0) paintTriangle(texture, mesh, triangle, views);
  }
  fillGaps(texture);
  return { width: size, height: size, data };
}

/** Returns the mean of the vectors at the corners of each triangle. */
function averageCorners(vectors: Float32Array, indices: Uint32Array): Float32Array {
  const means = new Float32Array(indices.length);
  for (let triangle = 0; triangle < indices.length / 3; triangle++) {
    for (const vertex of readTriangle(indices, triangle)) {
      const [x, y, z] = readVector(vectors, vertex);
      addVector(means, triangle, [x / 3, y / 3, z / 3]);
    }
  }
  return means;
}

/**
 * Returns the weight of a view for each triangle: the cube of the cosine between the normal and the
 * direction to the camera, 0 if the triangle is hidden. `depths` are those of the mesh in the crop.
 */
function weighTriangles(
  centroids: Float32Array,
  normals: Float32Array,
  depths: Float32Array,
  rays: ViewRays,
  crop: Crop,
): Float32Array {
  const weights = new Float32Array(centroids.length / 3);
  const [centerX, centerY, centerZ] = rays.cameraCenter;
  const findPixel = createFindPixel(rays, crop);
  const projected = new Float64Array(3);
  for (let triangle = 0; triangle < weights.length; triangle++) {
    const [x, y, z] = readVector(centroids, triangle);
    const [nx, ny, nz] = readVector(normals, triangle);
    const [dx, dy, dz] = [centerX - x, centerY - y, centerZ - z];
    const dot = dx * nx + dy * ny + dz * nz;
    const cosine = dot / Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (cosine < minCosine) continue;
    const pixel = findPixel(x, y, z, projected);
    if (pixel < 0 || projected[2]! > depths[pixel]! + maxBehind) continue;
    weights[triangle] = cosine ** 3;
  }
  return weights;
}

/** Returns the views that see a triangle best, and their weights. */
function chooseViews(shots: readonly PreparedShot[], triangle: number): WeightedView[] {
  return shots
    .map(({ crop, silhouette, rays, projected, weights }) => ({
      crop,
      outlineDistances: silhouette.distances,
      rays,
      projected,
      weight: weights[triangle] ?? 0,
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxViews);
}
