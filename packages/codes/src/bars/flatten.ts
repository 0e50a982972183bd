import { mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import type { Perspective } from "./measure-perspective.ts";
import type { TurnedPlane } from "./turn-plane.ts";

/** More pixels take more time, so they become larger. */
const maxPixels = 70_000;
/** Smaller pixels than those of the plane help to tell narrow bars apart. */
const leastStep = 0.67;

/**
 * Samples a code as it looks from above, with level rows and upright bars, up to `reach` pixels of
 * the plane to each side of its center. What is farther away than the code's plane can be seen
 * repeats the edge.
 */
export function flatten(
  plane: Plane,
  perspective: Perspective,
  reach: Perspective["reach"],
): TurnedPlane {
  const { scale } = plane;
  const { center, along, down, alongDepth, downDepth } = perspective;
  const step = Math.max(leastStep, Math.sqrt((4 * reach.along * reach.down) / maxPixels));
  const [halfColumns, halfRows] = [Math.ceil(reach.along / step), Math.ceil(reach.down / step)];
  const [columns, rows] = [2 * halfColumns + 1, 2 * halfRows + 1];
  const sampled = new Uint8Array(columns * rows);
  for (let row = 0, k = 0; row < rows; row++) {
    const q = (row - halfRows) * step;
    for (let column = 0; column < columns; column++, k++) {
      const p = (column - halfColumns) * step;
      const nearness = 1 / Math.max(0.2, 1 + alongDepth * p + downDepth * q);
      const x = center.x + (along.x * p + down.x * q) * nearness;
      const y = center.y + (along.y * p + down.y * q) * nearness;
      sampled[k] = interpolate(plane, x, y) + 0.5;
    }
  }
  const toPoint = ({ x, y }: Point): Point => {
    const [p, q] = [(x - halfColumns) * step, (y - halfRows) * step];
    const nearness = 1 / Math.max(0.2, 1 + alongDepth * p + downDepth * q);
    return scalePoint(
      {
        x: center.x + (along.x * p + down.x * q) * nearness,
        y: center.y + (along.y * p + down.y * q) * nearness,
      },
      scale,
    );
  };
  return {
    plane: { data: sampled, width: columns, height: rows, scale: 1 },
    toFrame: (corners) => mapCorners(corners, toPoint),
  };
}
