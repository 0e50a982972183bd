import type { Region } from "../geometry/region.ts";
import type { Plane } from "../plane.ts";
import { sampleRows } from "./sample-rows.ts";

/**
 * The part of a region's height that is averaged. Bars at an angle would cancel each other in more
 * of it.
 */
const middlePart = 0.15;
/** A turn is larger than this part of the contrast. */
const minTurnPart = 0.15;

/**
 * Counts how often the middle of a region turns from dark to light or back. An EAN-13 does so 60
 * times.
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
  const threshold = (max - min) * minTurnPart;
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
