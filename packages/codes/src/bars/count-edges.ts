import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { sampleRows } from "./sample-rows.ts";

/**
 * The part of a region's height that is averaged. Bars at an angle would cancel each other in a
 * higher part.
 */
const middlePart = 0.15;
/** The minimum change of brightness at an edge, as a part of the contrast of the row. */
const minEdgePart = 0.15;

/**
 * Counts the edges along the middle of a region: changes from dark to light or back. An EAN-13 has
 * 60.
 */
export function countEdges(plane: Plane, region: Region): number {
  const [row] = sampleRows(
    plane,
    { ...region, height: region.height * middlePart },
    { count: 1, step: 1, length: region.length },
  );
  if (!row || row.length === 0) return 0;
  let [min, max] = [Number.POSITIVE_INFINITY, 0];
  for (const value of row) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const threshold = (max - min) * minEdgePart;
  let [count, extreme, isRising] = [0, row[0]!, true];
  for (const value of row) {
    if (isRising ? value > extreme : value < extreme) extreme = value;
    else if (Math.abs(value - extreme) > threshold) {
      count++;
      extreme = value;
      isRising = !isRising;
    }
  }
  return count;
}
