import { add, type Point, subtract } from "../geometry/point.ts";

/**
 * A rigid motion of the plane: a rotation by `angle` radians, counterclockwise around the origin,
 * then a translation in meters.
 */
export type RigidMotion = { angle: number; translation: Point };

export const identity: RigidMotion = { angle: 0, translation: { x: 0, y: 0 } };

export function movePoint({ angle, translation }: RigidMotion, point: Point): Point {
  return add(rotate(point, angle), translation);
}

/** Returns the motion that rotates by `angle` radians and moves `from` to `to`. */
export function motionOnto(angle: number, from: Point, to: Point): RigidMotion {
  return { angle, translation: subtract(to, rotate(from, angle)) };
}

function rotate({ x, y }: Point, angle: number): Point {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cosine - y * sine, y: x * sine + y * cosine };
}
