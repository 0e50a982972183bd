import type { CropArea } from "../camera/crop-area.ts";
import type { Picture } from "../picture.ts";

/** The red, green and blue of each pixel of a part of a picture. */
export type Crop = CropArea & { rgb: Uint8Array };

export type Region = { left: number; top: number; right: number; bottom: number };

/**
 * Cuts a region (pixels, the ends excluded) out of a picture, and averages squares of `scale`
 * pixels.
 */
export function cropPicture({ data, width, height }: Picture, region: Region, scale = 1): Crop {
  const left = Math.max(0, Math.floor(region.left));
  const top = Math.max(0, Math.floor(region.top));
  const columns = Math.max(0, Math.floor((Math.min(width, region.right) - left) / scale));
  const rows = Math.max(0, Math.floor((Math.min(height, region.bottom) - top) / scale));
  const rgb = new Uint8Array(columns * rows * 3);
  const area = scale * scale;
  for (let row = 0, to = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, to += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let dy = 0; dy < scale; dy++) {
        const first = 4 * ((top + row * scale + dy) * width + left + column * scale);
        for (let from = first; from < first + 4 * scale; from += 4) {
          red += data[from]!;
          green += data[from + 1]!;
          blue += data[from + 2]!;
        }
      }
      rgb[to] = Math.round(red / area);
      rgb[to + 1] = Math.round(green / area);
      rgb[to + 2] = Math.round(blue / area);
    }
  }
  return { left, top, width: columns, height: rows, scale, rgb };
}

/** Cuts a region (pixels of the picture) out of a crop. */
export function cutCrop(crop: Crop, region: Region): Crop {
  const { scale, rgb } = crop;
  const column = Math.max(0, Math.floor((region.left - crop.left) / scale));
  const row = Math.max(0, Math.floor((region.top - crop.top) / scale));
  const width = Math.max(
    0,
    Math.min(crop.width, Math.ceil((region.right - crop.left) / scale)) - column,
  );
  const height = Math.max(
    0,
    Math.min(crop.height, Math.ceil((region.bottom - crop.top) / scale)) - row,
  );
  const cut = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const from = 3 * ((row + y) * crop.width + column);
    cut.set(rgb.subarray(from, from + 3 * width), 3 * y * width);
  }
  return {
    left: crop.left + column * scale,
    top: crop.top + row * scale,
    width,
    height,
    scale,
    rgb: cut,
  };
}
