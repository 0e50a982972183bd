import { type Plane, scalePoint } from "../plane.ts";
import type { Point, Reading } from "../reading.ts";
import type { TurnedPlane } from "./turn-plane.ts";

/** A turned picture has more pixels, which would take more time, so they become larger. */
const maxPixels = 90_000;

/**
 * Samples a plane along two directions of edges, in radians as from `measureAxes`, so that rows become level and bars upright
 * even if the code is seen from the side.
 */
export function rectify(
  plane: Plane,
  [acrossBars, acrossRows]: readonly [number, number],
): TurnedPlane {
  const { data, width, height, scale } = plane;
  // Rows run along the edges between them, and bars along theirs.
  const [vx, vy] = [-Math.sin(acrossBars), Math.cos(acrossBars)];
  // The sign keeps the picture from being mirrored.
  const sign = Math.sign(Math.sin(acrossRows - acrossBars));
  const [ux, uy] = [sign * Math.sin(acrossRows), -sign * Math.cos(acrossRows)];
  const area = ux * vy - uy * vx;
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2];
  // The corners of the plane in the two directions, of which the opposite ones differ in their sign.
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
  for (let row = 0, k = 0; row < rows; row++) {
    let x = middleX + (vx * (row - halfRows) - ux * halfColumns) * step;
    let y = middleY + (vy * (row - halfRows) - uy * halfColumns) * step;
    for (let column = 0; column < columns; column++, k++, x += ux * step, y += uy * step) {
      const sampleX = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
      const sampleY = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
      const left = sampleX | 0;
      const top = sampleY | 0;
      const right = sampleX - left;
      const down = sampleY - top;
      const i = top * width + left;
      const upper = data[i]! + (data[i + 1]! - data[i]!) * right;
      const lower = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * right;
      sampled[k] = upper + (lower - upper) * down + 0.5;
    }
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
    toFrame: (corners) => corners.map(toPoint) as Reading["corners"],
  };
}
