import type { Viewpoint } from "../camera/camera.ts";
import { type CropArea, toPicturePixel } from "../camera/crop-area.ts";
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
   * How far the viewing ray of each pixel goes until it meets the hull, in millimeters; infinite
   * beside the hull.
   */
  hullDistances: Float32Array;
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
  const hullDistances = castOnHull(hull, createViewRays({ camera, pose }), area);
  return { camera, pose, area, gray: reduceToGray(crop, area), hullDistances };
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

/**
 * Returns the distances along the viewing rays to the hull. Its depths are along the optical axis,
 * and grow along a ray in proportion to the distance.
 */
function castOnHull(hull: Mesh, rays: ViewRays, area: CropArea): Float32Array {
  const [x, y, z] = rays.eye;
  const ray = new Float64Array(3);
  const projected = new Float64Array(3);
  return rasterize(hull, rays, area).map((depth, pixel) => {
    if (depth === Infinity) return Infinity;
    castPixelRay(rays, area, pixel, ray);
    rays.project(x + 100 * ray[0]!, y + 100 * ray[1]!, z + 100 * ray[2]!, projected);
    return (100 * depth) / projected[2]!;
  });
}

/** Writes the unit direction of the viewing ray of a pixel of an area into `ray`. */
export function castPixelRay(
  rays: ViewRays,
  { left, top, scale, width }: CropArea,
  pixel: number,
  ray: Float64Array,
): void {
  const column = pixel % width;
  const row = (pixel - column) / width;
  rays.castRay(toPicturePixel(column, left, scale), toPicturePixel(row, top, scale), ray);
}

/**
 * Tells whether a pixel and its eight neighbors see the hull. Pixels at its outline also show the
 * mat, which looks the same in other views at wrong depths.
 */
export function isInsideHull({ hullDistances, area }: DepthView, pixel: number): boolean {
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) {
      if (!(hullDistances[pixel + row * area.width + column]! < Infinity)) return false;
    }
  }
  return true;
}
