import type { Plane } from "../plane.ts";
import { deblurRow, measureBlur } from "./deblur-row.ts";

/** The part of the rows in which blur is measured, and of how many rows. */
const middlePart = 0.7;
const measuredCount = 9;

/**
 * Removes the blur along the level rows of stacked bars, such as a PDF417. Each row of pixels is
 * averaged with the ones beside it, as rows of bars are at least three modules high.
 */
export function deblurStack(plane: Plane): Plane {
  const { data, width, height } = plane;
  const row = new Float32Array(width);
  const averageAt = (y: number): Float32Array => {
    const [above, at, below] = [Math.max(0, y - 1), y, Math.min(height - 1, y + 1)].map(
      (line) => line * width,
    ) as [number, number, number];
    for (let x = 0; x < width; x++) {
      row[x] = (data[above + x]! + data[at + x]! + data[below + x]!) / 3;
    }
    return row;
  };
  const blurs = Array.from({ length: measuredCount }, (_, i) =>
    measureBlur(
      averageAt(Math.floor((height * (i + 5)) / (measuredCount + 10))),
      width * middlePart,
    ),
  ).filter((blur) => blur !== undefined);
  if (blurs.length === 0) return plane;
  const blur = blurs.sort((a, b) => a - b)[blurs.length >> 1]!;
  const deblurred = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 3) {
    const sharp = deblurRow(averageAt(Math.min(height - 1, y + 1)), blur);
    for (let line = y; line < Math.min(height, y + 3); line++) deblurred.set(sharp, line * width);
  }
  return { ...plane, data: deblurred };
}
