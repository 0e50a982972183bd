import type { Plane } from "../plane.ts";

const modulePixels = 3;
/** The quiet zone in modules (ISO/IEC 18004:2015, 9.1). */
const quietZone = 4;

/** Draws modules (1 dark, 0 light, `size` per side) as a pure black and white plane with a quiet zone. */
export function drawClean(bits: Uint8Array, size: number): Plane {
  const width = (size + 2 * quietZone) * modulePixels;
  const data = new Uint8Array(width * width).fill(255);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!bits[row * size + column]) continue;
      const start = ((row + quietZone) * width + column + quietZone) * modulePixels;
      for (let y = 0; y < modulePixels; y++) {
        data.fill(0, start + y * width, start + y * width + modulePixels);
      }
    }
  }
  return { data, width, height: width, scale: 1 };
}
