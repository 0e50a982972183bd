import { toGray } from "../filters/gray.ts";
import { quantile } from "../histogram.ts";
import type { Picture } from "../picture.ts";
import type { Quad } from "../quad.ts";
import { rectify } from "../rectify.ts";

/** The page is looked at in this size, whatever the resolution of the photo. */
const [width, height] = [620, 877];
/** The steepest edges, as a share of all pixels: the text, but not single hot pixels. */
const steepShare = 0.005;

/**
 * Measures how steep the steepest edges of a page are: the largest step between neighboring pixels
 * over the whole range of brightness, from 0 to 1, with the page at 75 dpi of A4. Printed text that
 * is in focus has more than `sharpEnough`.
 */
export function measureSharpness(picture: Picture, quad: Quad): number {
  const page = rectify(picture, quad, { width, height });
  if (!page) return 0;
  const gray = toGray(page);
  const steps = new Uint32Array(256);
  const levels = new Uint32Array(256);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const across = Math.abs(gray[at + 1]! - gray[at]!);
      const down = Math.abs(gray[at + width]! - gray[at]!);
      steps[Math.max(across, down)]!++;
      levels[gray[at]!]!++;
    }
  }
  const count = (width - 2) * (height - 2);
  const range = quantile(levels, count * 0.98) - quantile(levels, count * 0.01);
  return range < 16 ? 0 : Math.min(1, quantile(steps, count * (1 - steepShare)) / range);
}

/** Text with less steep edges is blurred. */
export const sharpEnough = 0.3;
