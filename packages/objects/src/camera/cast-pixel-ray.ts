import { type CropArea, toPicturePixel } from "./crop-area.ts";
import type { ViewRays } from "./view-rays.ts";

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
