import type { SettledRoom } from "../closing/settle-room.ts";
import type { Point } from "../geometry/point.ts";
import { movePoint, type RigidMotion } from "./rigid-motion.ts";

/** Returns a room with its corners and furniture moved. */
export function moveRoom(motion: RigidMotion, room: SettledRoom): SettledRoom {
  const move = (points: readonly Point[]) => points.map((point) => movePoint(motion, point));
  return {
    ...room,
    corners: move(room.corners),
    furniture: room.furniture.map(({ kind, corners }) => ({ kind, corners: move(corners) })),
  };
}
