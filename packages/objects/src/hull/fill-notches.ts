import type { Grid } from "../geometry/grid.ts";

/** Notches are filled up to this height above the mat, in millimeters. */
const maxHeight = 8;
/** A notch is filled where a disk of this radius does not fit into it, in millimeters. */
const diskRadius = 5;

/**
 * Fills narrow notches in the foot of an object and returns the new signed distances. Close to the
 * mat, all views see the same print beside a surface. If that looks like the object, all of them
 * may take the same notch out of it. The method is a grayscale closing of each layer with a disk: a
 * dilation, and then an erosion.
 */
export function fillNotches(field: Float32Array, { origin, step, counts }: Grid): Float32Array {
  const [nx, ny, nz] = counts;
  const layers = Math.min(nz, Math.ceil((maxHeight - origin[2]) / step));
  const foot = { values: field.subarray(0, layers * nx * ny), nx, ny, radius: diskRadius / step };
  const dilated = filterByDisk(foot, Math.max);
  const closed = field.slice();
  closed.set(filterByDisk({ ...foot, values: dilated }, Math.min));
  return closed;
}

/** Layers of `ny` rows of `nx` values, and the radius of a disk in steps. */
type Layers = { values: Float32Array; nx: number; ny: number; radius: number };

/** Replaces each value by the extreme of those of its layer that are at most a radius away. */
function filterByDisk(
  { values, nx, ny, radius }: Layers,
  findExtreme: (a: number, b: number) => number,
): Float32Array {
  const filtered = values.slice();
  const maxOffset = Math.floor(radius);
  const mergeRow = (from: number, to: number, halfWidth: number) => {
    for (let i = 0; i < nx; i++) {
      let extreme = filtered[to + i]!;
      const end = Math.min(nx - 1, i + halfWidth);
      for (let column = Math.max(0, i - halfWidth); column <= end; column++) {
        extreme = findExtreme(extreme, values[from + column]!);
      }
      filtered[to + i] = extreme;
    }
  };
  for (let row = 0; row < values.length / nx; row++) {
    const j = row % ny;
    for (
      let offset = Math.max(-maxOffset, -j);
      offset <= Math.min(maxOffset, ny - 1 - j);
      offset++
    ) {
      mergeRow((row + offset) * nx, row * nx, Math.floor(Math.sqrt(radius ** 2 - offset ** 2)));
    }
  }
  return filtered;
}
