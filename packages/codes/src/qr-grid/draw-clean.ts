import type { Plane } from "../plane.ts";

/** The width of a module in pixels. */
const modulePixels = 3;
/** The quiet zone in modules (ISO/IEC 18004:2015, 9.1). Other matrix codes ask for less. */
const quietZone = 4;

/**
 * Draws modules (1 dark, 0 light, row by row) as a pure black and white plane with a quiet zone.
 */
export function drawClean(bits: Uint8Array, columns: number, rows: number): Plane {
  const width = (columns + 2 * quietZone) * modulePixels;
  const height = (rows + 2 * quietZone) * modulePixels;
  const data = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!bits[row * columns + column]) continue;
      const start = ((row + quietZone) * width + column + quietZone) * modulePixels;
      for (let y = 0; y < modulePixels; y++) {
        data.fill(0, start + y * width, start + y * width + modulePixels);
      }
    }
  }
  return { data, width, height, scale: 1 };
}
