import { toGray } from "../filters/gray.ts";
import { quantile } from "../histogram.ts";
import type { Picture } from "../picture.ts";
import type { Quad } from "../quad.ts";
import { rectify } from "../rectify.ts";

/** The size in which the page is measured, in pixels, whatever the resolution of the photo. */
const [width, height] = [620, 877];
/** The share of the steepest pixels that is left out, so that single hot pixels do not count. */
const steepShare = 0.005;
/** The share of pixels that are darker than the dark end of the range. */
const darkShare = 0.01;
/** The share of pixels that are darker than the light end of the range. */
const lightShare = 0.98;
/** The minimum range of brightness of a page with text, in levels. */
const minRange = 16;

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
      const index = y * width + x;
      const across = Math.abs(gray[index + 1]! - gray[index]!);
      const down = Math.abs(gray[index + width]! - gray[index]!);
      steps[Math.max(across, down)]!++;
      levels[gray[index]!]!++;
    }
  }
  const count = (width - 2) * (height - 2);
  const range = quantile(levels, count * lightShare) - quantile(levels, count * darkShare);
  return range < minRange ? 0 : Math.min(1, quantile(steps, count * (1 - steepShare)) / range);
}

/** The minimum sharpness of a page in focus, from 0 to 1. */
export const sharpEnough = 0.3;
