import type { Viewpoint } from "../camera/camera.ts";
import { castPixelRay } from "../camera/cast-pixel-ray.ts";
import type { CropArea } from "../camera/crop-area.ts";
import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import type { Mesh } from "../mesh/mesh.ts";
import { rasterize } from "../mesh/rasterize.ts";
import type { Crop } from "../silhouette/crop.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";

/** A reduced view whose depths are measured, or compared with those of others. */
export type DepthView = Viewpoint & {
  area: CropArea;
  /** The gray level of each pixel, from 0 to 255. */
  gray: Float32Array;
  /**
   * The range of the hull at each pixel: how far its viewing ray goes until it meets the hull, in
   * millimeters; infinite beside the hull.
   */
  hullRanges: Float32Array;
};

/**
 * Prepares a view for the measurement of depths: averages squares of `scale` pixels, so that noise
 * counts less, and casts the rays of the pixels on the hull.
 */
export function createDepthView(
  { camera, pose, crop }: CroppedView,
  hull: Mesh,
  scale: number,
): DepthView {
  const width = Math.floor(crop.width / scale);
  const height = Math.floor(crop.height / scale);
  const area = { left: crop.left, top: crop.top, scale, width, height };
  const hullRanges = castOnHull(hull, createViewRays({ camera, pose }), area);
  return { camera, pose, area, gray: reduceToGray(crop, area), hullRanges };
}

function reduceToGray(
  { rgb, width: cropWidth }: Crop,
  { scale, width, height }: CropArea,
): Float32Array {
  const gray = new Float32Array(width * height);
  for (let row = 0; row < height * scale; row++) {
    for (let column = 0; column < width * scale; column++) {
      const from = 3 * (row * cropWidth + column);
      const level = (rgb[from]! + 2 * rgb[from + 1]! + rgb[from + 2]!) / 4;
      gray[Math.floor(row / scale) * width + Math.floor(column / scale)]! += level / scale ** 2;
    }
  }
  return gray;
}

/** A ray is followed this far to learn its depth, in millimeters. Any length would do. */
const probeRange = 100;

/**
 * Returns the ranges of the hull along the viewing rays. Its depths are along the optical axis, and
 * grow along a ray in proportion to the range.
 */
function castOnHull(hull: Mesh, rays: ViewRays, area: CropArea): Float32Array {
  const [x, y, z] = rays.cameraCenter;
  const ray = new Float64Array(3);
  const projected = new Float64Array(3);
  return rasterize(hull, rays, area).map((depth, pixel) => {
    if (depth === Infinity) return Infinity;
    castPixelRay(rays, area, pixel, ray);
    rays.project(
      x + probeRange * ray[0]!,
      y + probeRange * ray[1]!,
      z + probeRange * ray[2]!,
      projected,
    );
    return (probeRange * depth) / projected[2]!;
  });
}

/**
 * Tells whether a pixel and its eight neighbors see the hull. Pixels at its outline also show the
 * mat, which looks the same in other views at wrong depths.
 */
export function isInsideHull({ hullRanges, area }: DepthView, pixel: number): boolean {
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      if (!(hullRanges[pixel + row * area.width + column]! < Infinity)) return false;
    }
  }
  return true;
}
