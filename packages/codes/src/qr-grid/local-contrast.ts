import type { Plane } from "../plane.ts";

/**
 * The difference of each pixel from the mean of its surroundings, row by row, from -127 (dark) to
 * 127. `scale` is the width of a pixel in pixels of the plane from which the contrast was measured.
 */
export type Contrast = { data: Int8Array; width: number; height: number; scale: number };

/**
 * Half the side of the square that counts as surroundings, in pixels. A smaller one keeps the light
 * ring of a blurred finder pattern light, a larger one keeps the core of a large pattern dark.
 */
const radius = 12;
/**
 * The minimum difference of a dark pixel from its surroundings in gray levels, so that the noise of
 * blank paper is light.
 */
const offset = 3;

/**
 * Subtracts the mean of the surroundings from each pixel. At the edges, only pixels of the plane
 * count.
 */
export function measureContrast({ data, width, height }: Plane, scale: number): Contrast {
  const output = new Int8Array(width * height);
  const columnSums = new Int32Array(width);
  const addRow = (y: number, sign: number) => {
    const start = y * width;
    for (let x = 0; x < width; x++) columnSums[x]! += sign * data[start + x]!;
  };
  for (let y = 0; y < Math.min(radius, height); y++) addRow(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) addRow(y + radius, 1);
    if (y > radius) addRow(y - radius - 1, -1);
    const rowCount = Math.min(height - 1, y + radius) - Math.max(0, y - radius) + 1;
    let sum = 0;
    for (let x = 0; x < Math.min(radius, width); x++) sum += columnSums[x]!;
    for (let x = 0; x < width; x++) {
      if (x + radius < width) sum += columnSums[x + radius]!;
      if (x > radius) sum -= columnSums[x - radius - 1]!;
      const columnCount = Math.min(width - 1, x + radius) - Math.max(0, x - radius) + 1;
      const difference = data[y * width + x]! + offset - sum / (rowCount * columnCount);
      output[y * width + x] = difference < -127 ? -127 : difference > 127 ? 127 : difference;
    }
  }
  return { data: output, width, height, scale };
}

/** Interpolates between the four nearest pixels. Returns 0 beyond the edges. */
export function interpolateContrast(
  { data, width, height }: Contrast,
  x: number,
  y: number,
): number {
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return 0;
  const column = x | 0;
  const row = y | 0;
  const right = x - column;
  const down = y - row;
  const index = row * width + column;
  return (
    (data[index]! * (1 - right) + data[index + 1]! * right) * (1 - down) +
    (data[index + width]! * (1 - right) + data[index + width + 1]! * right) * down
  );
}

/**
 * Returns the smallest of the levels, which are sorted by size, on which modules of `module` pixels
 * of the plane are 2 pixels wide. Smaller modules blur, and larger ones stand out from their
 * surroundings less.
 */
export function chooseLevel(levels: Contrast[], module: number): Contrast {
  return levels.find(({ scale }) => module / scale >= 2) ?? levels.at(-1)!;
}
