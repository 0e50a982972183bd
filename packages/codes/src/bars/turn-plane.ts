import { type Corners, mapCorners } from "../geometry/corners.ts";
import { type Point, scalePoint } from "../geometry/point.ts";
import type { Plane } from "../plane.ts";
import { addLine } from "./sample-rows.ts";

/** A plane that was turned or straightened. */
export type TurnedPlane = {
  plane: Plane;
  /** Converts corners in pixels of the turned plane to pixels of the frame. */
  toFrame(corners: Corners): Corners;
};

/** A plane that was turned, with the inverse of `toFrame`. */
export type InvertibleTurn = TurnedPlane & {
  /** Converts corners in pixels of the frame to pixels of the turned plane. */
  fromFrame(corners: Corners): Corners;
};

/**
 * Turns a plane by `angle` radians counterclockwise around its center, so that edges with this
 * angle become level. The result has the same scale and is large enough for all of it; its corners
 * repeat the edge of the plane.
 */
export function turnPlane(plane: Plane, angle: number): InvertibleTurn {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.round(plane.width * Math.abs(ux) + plane.height * Math.abs(uy));
  const height = Math.round(plane.width * Math.abs(uy) + plane.height * Math.abs(ux));
  const center = { x: (plane.width - 1) / 2, y: (plane.height - 1) / 2 };
  const toPlanePoint = ({ x, y }: Point): Point => {
    const [along, across] = [x - width / 2, y + 0.5 - height / 2];
    return {
      x: center.x + ux * along - uy * across,
      y: center.y + uy * along + ux * across,
    };
  };
  const fromPlanePoint = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - center.x, y - center.y];
    return { x: ux * dx + uy * dy + width / 2, y: ux * dy - uy * dx + height / 2 - 0.5 };
  };
  const data = new Uint8Array(width * height);
  const row = new Float32Array(width);
  for (let y = 0; y < height; y++) {
    row.fill(0);
    addLine(row, plane, toPlanePoint({ x: 0, y }), { x: ux, y: uy });
    data.set(row, y * width);
  }
  return {
    plane: { data, width, height, scale: 1 },
    toFrame: (corners) =>
      mapCorners(corners, (point) => scalePoint(toPlanePoint(point), plane.scale)),
    fromFrame: (corners) =>
      mapCorners(corners, (point) => fromPlanePoint(scalePoint(point, 1 / plane.scale))),
  };
}
