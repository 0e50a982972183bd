import { mapCorners } from "../geometry/corners.ts";
import { scalePoint } from "../geometry/point.ts";
import { interpolate, type Plane } from "../plane.ts";
import { type Perspective, projectPoint } from "./measure-perspective.ts";
import type { TurnedPlane } from "./turn-plane.ts";

/** The maximum number of pixels of the result, which bounds the time. */
const maxPixels = 70_000;
/**
 * The minimum distance of two samples, in pixels of the plane. Samples closer than a pixel help to
 * tell narrow bars apart.
 */
const minSpacing = 0.67;

/**
 * Samples a code as if seen from straight above, with level rows and upright bars. The result ends
 * `reach` pixels of the plane from the center of the code. Samples outside the plane repeat its
 * edge pixels.
 */
export function flatten(
  plane: Plane,
  perspective: Perspective,
  reach: Perspective["reach"],
): TurnedPlane {
  const spacing = Math.max(minSpacing, Math.sqrt((4 * reach.along * reach.down) / maxPixels));
  const [halfColumns, halfRows] = [
    Math.ceil(reach.along / spacing),
    Math.ceil(reach.down / spacing),
  ];
  const [columns, rows] = [2 * halfColumns + 1, 2 * halfRows + 1];
  const toPlanePoint = (column: number, row: number) =>
    projectPoint(perspective, (column - halfColumns) * spacing, (row - halfRows) * spacing);
  const sampled = new Uint8Array(columns * rows);
  for (let row = 0, index = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, index++) {
      const { x, y } = toPlanePoint(column, row);
      // Adding 0.5 rounds, because an array of bytes truncates.
      sampled[index] = interpolate(plane, x, y) + 0.5;
    }
  }
  return {
    plane: { data: sampled, width: columns, height: rows, scale: 1 },
    toFrame: (corners) =>
      mapCorners(corners, ({ x, y }) => scalePoint(toPlanePoint(x, y), plane.scale)),
  };
}
