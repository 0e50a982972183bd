import type { Plane } from "../plane.ts";
import { deblurRow, measureBlur } from "./deblur-row.ts";

/** The middle part of a row in which blur is measured, without quiet zones. */
const middlePart = 0.7;
/** The number of rows whose blur is measured. The median counts. */
const measuredCount = 9;
/** The rows that are skipped at the top and at the bottom, in distances of measured rows. */
const skippedRows = 5;
/**
 * The number of lines of pixels that are averaged and sharpened together: rows are at least three
 * modules high.
 */
const lineCount = 3;

/**
 * Removes the blur along the level rows of stacked bars, such as a PDF417. Each line of pixels is
 * averaged with the lines above and below it.
 */
export function deblurStack(plane: Plane): Plane {
  const { data, width, height } = plane;
  const row = new Float32Array(width);
  const averageAt = (y: number): Float32Array => {
    const middle = y * width;
    const above = Math.max(0, y - 1) * width;
    const below = Math.min(height - 1, y + 1) * width;
    for (let x = 0; x < width; x++) {
      row[x] = (data[above + x]! + data[middle + x]! + data[below + x]!) / lineCount;
    }
    return row;
  };
  const blurs = Array.from({ length: measuredCount }, (_, i) =>
    measureBlur(
      averageAt(Math.floor((height * (i + skippedRows)) / (measuredCount + 2 * skippedRows))),
      width * middlePart,
    ),
  ).filter((blur) => blur !== undefined);
  if (blurs.length === 0) return plane;
  const blur = blurs.sort((a, b) => a - b)[blurs.length >> 1]!;
  const deblurred = new Uint8Array(data.length);
  for (let y = 0; y < height; y += lineCount) {
    const sharp = deblurRow(averageAt(Math.min(height - 1, y + 1)), blur);
    const end = Math.min(height, y + lineCount);
    for (let line = y; line < end; line++) deblurred.set(sharp, line * width);
  }
  return { ...plane, data: deblurred };
}
