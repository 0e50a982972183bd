import { interpolate, type Plane } from "../plane.ts";
import { projectSquare } from "../qr-grid/projection.ts";
import type { BorderFit } from "./border-fit.ts";

/** How a threshold is chosen: one for the code, or one for the neighborhood of each module. */
export type Threshold = "global" | "local";

/** The radius of a neighborhood in modules. */
const neighborhood = 3;

/**
 * Samples the modules of a Data Matrix whose border was fitted, 1 for dark and 0 for light, row by
 * row. The border is as the standard demands.
 */
export function sampleModules(
  plane: Plane,
  { corners, size }: BorderFit,
  threshold: Threshold,
): Uint8Array {
  const project = projectSquare(corners, size)!;
  const brightness = new Float32Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (const [x, y] of points) {
        const point = project(column + x, row + y);
        sum += interpolate(plane, point.x, point.y);
      }
      brightness[row * size + column] = sum / points.length;
    }
  }
  const bits = new Uint8Array(size * size);
  const whole = measureMiddle(brightness, size, 0, 0, size - 1, size - 1);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const middle =
        threshold === "global"
          ? whole
          : measureMiddle(
              brightness,
              size,
              Math.max(0, column - neighborhood),
              Math.max(0, row - neighborhood),
              Math.min(size - 1, column + neighborhood),
              Math.min(size - 1, row + neighborhood),
            );
      const index = row * size + column;
      bits[index] = toBorder(column, row, size) ?? (brightness[index]! < middle ? 1 : 0);
    }
  }
  return bits;
}

const points = [
  [0.5, 0.5],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
] as const;

/**
 * Returns 1 for a dark module of the border, 0 for a light one (ISO/IEC 16022:2006, 5.1), and
 * undefined for one within it.
 */
function toBorder(column: number, row: number, size: number): number | undefined {
  if (column === 0 || row === size - 1) return 1;
  if (row === 0) return column % 2 === 0 ? 1 : 0;
  if (column === size - 1) return row % 2;
  return undefined;
}

/**
 * The brightness that best parts the modules of a neighborhood: halfway between the means of the
 * dark and the light ones.
 */
function measureMiddle(
  brightness: Float32Array,
  size: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let [low, high] = [255, 0];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const value = brightness[row * size + column]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  let middle = (low + high) / 2;
  for (let round = 0; round < 3; round++) {
    let [dark, light, darkCount, lightCount] = [0, 0, 0, 0];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const value = brightness[row * size + column]!;
        if (value < middle) {
          dark += value;
          darkCount++;
        } else {
          light += value;
          lightCount++;
        }
      }
    }
    if (darkCount === 0 || lightCount === 0) return middle;
    middle = (dark / darkCount + light / lightCount) / 2;
  }
  return middle;
}
