import type { Picture } from "../picture.ts";
import { flatten } from "./flatten.ts";

/** Whether the clean pages of a document keep their colors. */
export type Style = "color" | "grey";

/**
 * The minimum difference of the channels of colored ink, in levels, after the tint of the lamp is
 * gone.
 */
const minChroma = 60;
/** The minimum share of colored pixels: fewer are fringes of the lens and JPEG noise. */
const minColoredShare = 0.001;
/** The share of each side, at both of its ends, that is left out, where the table may show. */
const borderShare = 0.03;

/**
 * Chooses one style for the rectified pages of a document: color if one of them has colored ink or
 * a colored picture.
 */
export function decideStyle(pages: Iterable<Picture>): Style {
  for (const page of pages) if (hasColor(flatten(page))) return "color";
  return "grey";
}

/** Whether a page has colored pixels, besides those at edges, where a lens separates colors. */
function hasColor({ width, height, data }: Picture): boolean {
  const [left, top] = [Math.ceil(width * borderShare), Math.ceil(height * borderShare)];
  let colored = 0;
  let count = 0;
  for (let y = top; y < height - top; y += 2) {
    for (let x = left; x < width - left; x += 2) {
      const i = (y * width + x) * 4;
      count++;
      if (chromaAt(data, i) >= minChroma && chromaAt(data, i + 4) >= minChroma / 2) colored++;
    }
  }
  return colored > count * minColoredShare;
}

/** The difference of the channels of the pixel whose first byte is at `i`, in levels. */
function chromaAt(data: ArrayLike<number>, i: number): number {
  const [red, green, blue] = [data[i]!, data[i + 1]!, data[i + 2]!];
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}
