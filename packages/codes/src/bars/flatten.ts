import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import { type Perspective, projectPoint } from "./measure-perspective.ts";
import type { TurnedPlane } from "./turn-plane.ts";

/** The maximum number of pixels of the result, which bounds the time. */
const maxPixels = 70_000;
/**
 * The minimum size of a pixel of the result, in pixels of the plane. Pixels of less than one help
 * to tell narrow bars apart.
 */
const minStep = 0.67;

/**
 * Samples a code as it looks from above, with level rows and upright bars, up to `reach` pixels of
 * the plane to each side of its center. Samples beyond the edge of the plane repeat the edge.
 */
export function flatten(
  plane: Plane,
  perspective: Perspective,
  reach: Perspective["reach"],
): TurnedPlane {
  const step = Math.max(minStep, Math.sqrt((4 * reach.along * reach.down) / maxPixels));
  const [halfColumns, halfRows] = [Math.ceil(reach.along / step), Math.ceil(reach.down / step)];
  const [columns, rows] = [2 * halfColumns + 1, 2 * halfRows + 1];
  const toPlane = (x: number, y: number) =>
    projectPoint(perspective, (x - halfColumns) * step, (y - halfRows) * step);
  const sampled = new Uint8Array(columns * rows);
  for (let row = 0, k = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, k++) {
      const { x, y } = toPlane(column, row);
      sampled[k] = interpolate(plane, x, y) + 0.5;
    }
  }
  return {
    plane: { data: sampled, width: columns, height: rows, scale: 1 },
    toFrame: (corners) => mapCorners(corners, ({ x, y }) => scalePoint(toPlane(x, y), plane.scale)),
  };
}
