import { add, cross, direction, dot, type Point, scale, subtract } from "../geometry/point.ts";
import { type Position, type Ray, toFloor } from "./position.ts";

/**
 * The greatest distance on the floor, in meters, between the device and a target. Rays to farther
 * points are too flat: with the device at a height of 1.4 m, an error of one degree moves the point
 * by more than a meter.
 */
const maxFloorDistance = 10;
/**
 * The sine of the smallest angle between a ray and a wall, about one degree. At smaller angles, a
 * small error of the ray moves the point on the wall too far.
 */
const minWallSine = 0.02;

/**
 * A point on a wall: its projection on the floor line, and its height above the floor in meters.
 */
export type WallPoint = { point: Point; height: number };

/**
 * Returns the point at which a ray meets the floor. The floor line of a wall is tapped in this way,
 * because devices find floors, but not white walls. `level` is the height of the floor in meters.
 * Returns undefined if the ray does not meet the floor within ten meters.
 */
export function aimAtFloor({ origin, direction }: Ray, level: number): Point | undefined {
  if (direction.y >= 0 || origin.y <= level) return undefined;
  const factor = (level - origin.y) / direction.y;
  const position = moveAlong({ origin, direction }, factor);
  const floorDistance = Math.hypot(position.x - origin.x, position.z - origin.z);
  return floorDistance <= maxFloorDistance ? toFloor(position) : undefined;
}

/**
 * Returns the point at which a ray meets the vertical plane through two points of a floor line. Its
 * height is the height of the room if the ray is aimed at the ceiling line. Two corners of a door
 * give its position and size. Returns undefined if the ray leads away from the wall or along it.
 */
export function aimAtWall(
  ray: Ray,
  [from, to]: readonly [Point, Point],
  level: number,
): WallPoint | undefined {
  const wallDirection = direction(from, to);
  const sine = cross(wallDirection, toFloor(ray.direction));
  const length = Math.hypot(ray.direction.x, ray.direction.y, ray.direction.z);
  if (Math.abs(sine) < minWallSine * length) return undefined;
  const factor = cross(wallDirection, subtract(from, toFloor(ray.origin))) / sine;
  if (factor <= 0) return undefined;
  const position = moveAlong(ray, factor);
  const offset = dot(wallDirection, subtract(toFloor(position), from));
  const point = add(from, scale(wallDirection, offset));
  return { point, height: position.y - level };
}

function moveAlong({ origin, direction }: Ray, factor: number): Position {
  return {
    x: origin.x + direction.x * factor,
    y: origin.y + direction.y * factor,
    z: origin.z + direction.z * factor,
  };
}
