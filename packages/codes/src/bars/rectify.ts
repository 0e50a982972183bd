import { mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { addLine } from "./sample-rows.ts";
import type { TurnedPlane } from "./turn-plane.ts";

/** The maximum number of pixels of the result, which bounds the time: pixels become larger. */
const maxPixels = 90_000;

/**
 * Samples a plane along two directions of edges, in radians as from `measureAxes`, so that rows
 * become level and bars upright even if the code is seen from the side.
 */
export function rectify(
  plane: Plane,
  [acrossBars, acrossRows]: readonly [number, number],
): TurnedPlane {
  const { width, height, scale } = plane;
  // Rows run along the edges between them, and bars along theirs.
  const [vx, vy] = [-Math.sin(acrossBars), Math.cos(acrossBars)];
  // The sign keeps the picture from being mirrored.
  const sign = Math.sign(Math.sin(acrossRows - acrossBars));
  const [ux, uy] = [sign * Math.sin(acrossRows), -sign * Math.cos(acrossRows)];
  const area = ux * vy - uy * vx;
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  // How far the corners of the plane reach in a direction. Opposite corners differ in their sign.
  const reach = (x: number, y: number) =>
    Math.max(
      Math.abs((middleX * x - middleY * y) / area),
      Math.abs((middleX * x + middleY * y) / area),
    );
  const [reachAlong, reachDown] = [reach(vy, vx), reach(uy, ux)];
  const step = Math.max(1, Math.sqrt((4 * reachAlong * reachDown) / maxPixels));
  const [halfColumns, halfRows] = [Math.ceil(reachAlong / step), Math.ceil(reachDown / step)];
  const [columns, rows] = [2 * halfColumns + 1, 2 * halfRows + 1];
  const sampled = new Uint8Array(columns * rows);
  const line = new Float32Array(columns);
  const stepAlong = { x: ux * step, y: uy * step };
  for (let row = 0; row < rows; row++) {
    const start = {
      x: middleX + (vx * (row - halfRows) - ux * halfColumns) * step,
      y: middleY + (vy * (row - halfRows) - uy * halfColumns) * step,
    };
    // Adding 0.5 rounds, because `set` truncates.
    line.fill(0.5);
    addLine(line, plane, start, stepAlong);
    sampled.set(line, row * columns);
  }
  const toPoint = ({ x, y }: Point): Point => {
    const [along, down] = [(x - halfColumns) * step, (y - halfRows) * step];
    return scalePoint(
      { x: middleX + ux * along + vx * down, y: middleY + uy * along + vy * down },
      scale,
    );
  };
  return {
    plane: { data: sampled, width: columns, height: rows, scale: 1 },
    toFrame: (corners) => mapCorners(corners, toPoint),
  };
}
