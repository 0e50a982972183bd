import { mapCorners } from "../geometry/corners.ts";
import type { Point } from "../geometry/point.ts";
import type { Reading } from "./reading.ts";

/** Moves readings from pixels of a part of a frame, whose top left is `origin`, to the frame. */
export function moveReadings<T extends Reading>(readings: readonly T[], origin: Point): T[] {
  return readings.map((reading) => ({
    ...reading,
    corners: mapCorners(reading.corners, ({ x, y }) => ({ x: x + origin.x, y: y + origin.y })),
  }));
}
