import { type Plane, scalePoint } from "../plane.ts";
import type { Point, Reading } from "../reading.ts";
import { sampleRows } from "./sample-rows.ts";

/** A plane that was turned. */
export type TurnedPlane = {
  plane: Plane;
  /** Converts corners in pixels of the turned plane to pixels of the frame. */
  toFrame(corners: Reading["corners"]): Reading["corners"];
};

/**
 * Turns a plane by `angle` radians counterclockwise around its center, so that edges with this angle become level. The
 * result has the same scale and is large enough for all of it; its corners repeat the edge of the plane.
 */
export function turnPlane(plane: Plane, angle: number): TurnedPlane {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const width = Math.round(plane.width * Math.abs(ux) + plane.height * Math.abs(uy));
  const height = Math.round(plane.width * Math.abs(uy) + plane.height * Math.abs(ux));
  const center = { x: (plane.width - 1) / 2, y: (plane.height - 1) / 2 };
  const area = { ...center, angle, length: width, height };
  const rows = sampleRows(plane, area, { count: height, step: 1, length: width });
  const data = new Uint8Array(width * height);
  for (const [y, row] of rows.entries()) data.set(row, y * width);
  const toFramePoint = ({ x, y }: Point): Point => {
    const [along, across] = [x - width / 2, y + 0.5 - height / 2];
    const turned = {
      x: center.x + ux * along - uy * across,
      y: center.y + uy * along + ux * across,
    };
    return scalePoint(turned, plane.scale);
  };
  return {
    plane: { data, width, height, scale: 1 },
    toFrame: (corners) => corners.map(toFramePoint) as Reading["corners"],
  };
}
