import type { Grid } from "../geometry/grid.ts";

/**
 * Notches are filled up to this height above the mat, if a disk of this radius does not fit into
 * them, in millimeters.
 */
const highest = 8;
const radius = 5;

/**
 * Fills narrow notches in the foot of an object and returns the new field (millimeters inside).
 * Close to the mat, all views see the same print beside a surface. If that looks like the object,
 * all of them may take the same notch out of it. The method is a grayscale closing of each layer.
 */
export function fillNotches(field: Float32Array, { origin, step, counts }: Grid): Float32Array {
  const [nx, ny, nz] = counts;
  const layers = Math.min(nz, Math.ceil((highest - origin[2]) / step));
  const foot = { values: field.subarray(0, layers * nx * ny), nx, ny, radius: radius / step };
  const filled = field.slice();
  filled.set(takeNear({ ...foot, values: takeNear(foot, Math.max) }, Math.min));
  return filled;
}

type Layers = { values: Float32Array; nx: number; ny: number; radius: number };

/**
 * Replaces each value by the one that `choose` prefers among those of its layer that are at most a
 * radius away.
 */
function takeNear(
  { values, nx, ny, radius }: Layers,
  choose: (a: number, b: number) => number,
): Float32Array {
  const taken = values.slice();
  const reach = Math.floor(radius);
  const takeRow = (from: number, to: number, half: number) => {
    for (let i = 0; i < nx; i++) {
      const end = Math.min(nx - 1, i + half);
      for (let near = Math.max(0, i - half); near <= end; near++) {
        taken[to + i] = choose(taken[to + i]!, values[from + near]!);
      }
    }
  };
  for (let row = 0; row < values.length / nx; row++) {
    const j = row % ny;
    for (let b = Math.max(-reach, -j); b <= Math.min(reach, ny - 1 - j); b++) {
      takeRow((row + b) * nx, row * nx, Math.floor(Math.sqrt(radius ** 2 - b ** 2)));
    }
  }
  return taken;
}
