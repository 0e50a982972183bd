import { type CropArea, toCropPixel } from "../camera/crop-area.ts";
import type { Picture } from "../picture.ts";

/** The red, green and blue of each pixel of a part of a picture. */
export type Crop = CropArea & { rgb: Uint8Array };

/** A rectangle in pixels of a picture; `right` and `bottom` are excluded. */
export type Region = { left: number; top: number; right: number; bottom: number };

/**
 * Cuts a region out of a picture, and reduces it: a pixel of the crop is the mean of `scale` by
 * `scale` pixels of the picture.
 */
export function cropPicture({ data, width, height }: Picture, region: Region, scale = 1): Crop {
  const left = Math.max(0, Math.floor(region.left));
  const top = Math.max(0, Math.floor(region.top));
  const columns = Math.max(0, Math.floor((Math.min(width, region.right) - left) / scale));
  const rows = Math.max(0, Math.floor((Math.min(height, region.bottom) - top) / scale));
  const rgb = new Uint8Array(columns * rows * 3);
  const count = scale * scale;
  for (let row = 0, to = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let dy = 0; dy < scale; dy++) {
        const start = 4 * ((top + row * scale + dy) * width + left + column * scale);
        for (let from = start; from < start + 4 * scale; from += 4) {
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      }
      rgb[to] = Math.round(red / count);
      rgb[to + 1] = Math.round(green / count);
      rgb[to + 2] = Math.round(blue / count);
    }
  }
  return { left, top, width: columns, height: rows, scale, rgb };
}

/** Cuts a region, in pixels of the picture, out of a crop. */
export function cutCrop(crop: Crop, region: Region): Crop {
  const { scale } = crop;
  const left = Math.max(0, Math.floor((region.left - crop.left) / scale));
  const top = Math.max(0, Math.floor((region.top - crop.top) / scale));
  const right = Math.min(crop.width, Math.ceil((region.right - crop.left) / scale));
  const bottom = Math.min(crop.height, Math.ceil((region.bottom - crop.top) / scale));
  const width = Math.max(0, right - left);
  const height = Math.max(0, bottom - top);
  const rgb = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((top + row) * crop.width + left);
    rgb.set(crop.rgb.subarray(from, from + 3 * width), 3 * row * width);
  }
  return { left: crop.left + left * scale, top: crop.top + top * scale, width, height, scale, rgb };
}

/**
 * Returns the index of the pixel of a crop that shows a point of the picture, given in pixels of
 * the picture; -1 if the crop does not show it.
 */
export function findPixel(
  { left, top, scale, width, height }: CropArea,
  x: number,
  y: number,
): number {
  const column = Math.round(toCropPixel(x, left, scale));
  const row = Math.round(toCropPixel(y, top, scale));
  return column < 0 || row < 0 || column >= width || row >= height ? -1 : row * width + column;
}
