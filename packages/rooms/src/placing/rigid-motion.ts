import { add, type Point, subtract } from "../geometry/point.ts";

/** A turn by `angle` radians around the origin, then a shift. */
export type RigidMove = { angle: number; shift: Point };

export const noMove: RigidMove = { angle: 0, shift: { x: 0, y: 0 } };

export function movePoint({ angle, shift }: RigidMove, point: Point): Point {
  return add(turnPoint(point, angle), shift);
}

/** Returns the move that turns by `angle` and takes `from` to `to`. */
export function moveOnto(angle: number, from: Point, to: Point): RigidMove {
  return { angle, shift: subtract(to, turnPoint(from, angle)) };
}

function turnPoint({ x, y }: Point, angle: number): Point {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}
