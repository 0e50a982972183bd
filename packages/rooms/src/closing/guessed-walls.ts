import type { Wall } from "../model/plan.ts";
import type { ClosedWalls } from "./close-walls.ts";
import { measureDeviations } from "./least-squares.ts";

/**
 * The standard deviation of a length, in meters, above which it is only as sketched. Lengths that
 * follow from typed ones by right angles have less than two centimeters.
 */
const maxKnownDeviation = 0.1;

/**
 * Returns the indices of sketched walls whose length follows neither from a confirmed length nor
 * from those of other walls.
 */
export function findGuessedWalls(
  walls: readonly Wall[],
  { corners, residuals }: Pick<ClosedWalls, "corners" | "residuals">,
): ReadonlySet<number> {
  const isOpen = ({ raw, confirmed }: Wall) =>
    raw.source === "sketch" && confirmed.length === undefined;
  if (!walls.some(isOpen)) return new Set();
  const deviations = measureDeviations(corners, residuals);
  return new Set(
    [...walls.keys()].filter(
      (index) => isOpen(walls[index]!) && deviations[index]! > maxKnownDeviation,
    ),
  );
}
