import type { Corners } from "../geometry/corners.ts";
import { projectSquare } from "../geometry/projection.ts";
import { interpolate, type Plane } from "../plane.ts";

/** The scope of a threshold: the whole code, or the neighborhood of each module. */
export type Threshold = "global" | "local";

/** The radius of the neighborhood of a module, in modules. */
const neighborhood = 3;
/** The number of rounds in which a threshold is moved between the means of dark and light. */
const thresholdRounds = 3;

/** A located code: its corners in pixels of a plane, and its numbers of modules. */
export type ModuleArea = { corners: Corners; columns: number; rows: number };

/** Returns 1 for a module that is dark in all codes, 0 for one that is light, or undefined. */
export type FixedModules = (column: number, row: number) => number | undefined;

/**
 * Samples the modules of a code, 1 for dark and 0 for light, row by row. Modules of its fixed
 * patterns are as the standard demands.
 */
export function sampleModules(
  plane: Plane,
  { corners, columns, rows }: ModuleArea,
  threshold: Threshold,
  toFixed: FixedModules,
): Uint8Array {
  const project = projectSquare(corners, 1)!;
  const brightness = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (const [x, y] of samplePoints) {
        const point = project((column + x) / columns, (row + y) / rows);
        sum += interpolate(plane, point.x, point.y);
      }
      brightness[row * columns + column] = sum / samplePoints.length;
    }
  }
  const bits = new Uint8Array(columns * rows);
  const globalThreshold = findThreshold(brightness, columns, 0, 0, columns - 1, rows - 1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const moduleThreshold =
        threshold === "global"
          ? globalThreshold
          : findThreshold(
              brightness,
              columns,
              Math.max(0, column - neighborhood),
              Math.max(0, row - neighborhood),
              Math.min(columns - 1, column + neighborhood),
              Math.min(rows - 1, row + neighborhood),
            );
      const index = row * columns + column;
      bits[index] = toFixed(column, row) ?? (brightness[index]! < moduleThreshold ? 1 : 0);
    }
  }
  return bits;
}

/** The points at which a module is sampled, in parts of it from its top left. */
const samplePoints = [
  [0.5, 0.5],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
] as const;

/**
 * Returns the threshold that best separates the dark from the light modules between two columns and
 * two rows: halfway between the means of both (k-means).
 */
function findThreshold(
  brightness: Float32Array,
  columns: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let [low, high] = [255, 0];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const value = brightness[row * columns + column]!;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  let threshold = (low + high) / 2;
  for (let round = 0; round < thresholdRounds; round++) {
    let [dark, light, darkCount, lightCount] = [0, 0, 0, 0];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const value = brightness[row * columns + column]!;
        if (value < threshold) {
          dark += value;
          darkCount++;
        } else {
          light += value;
          lightCount++;
        }
      }
    }
    if (darkCount === 0 || lightCount === 0) return threshold;
    threshold = (dark / darkCount + light / lightCount) / 2;
  }
  return threshold;
}
