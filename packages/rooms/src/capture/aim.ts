import { add, cross, direction, dot, type Point, scale, subtract } from "../geometry/point.ts";
import { type Position, type Ray, toFloor } from "./position.ts";

/**
 * Meters on the floor. A ray that meets it farther away is too flat: with the device at a height of
 * 1.4 m, an error of one degree moves the point by more than a meter.
 */
const maxFloorDistance = 10;
/**
 * The sine of the smallest angle between a ray and a wall, about one degree: flatter rays tell
 * little about where on the wall they meet it.
 */
const minWallSine = 0.02;

/** A point on a wall: where it is on the floor line, and its height above the floor. */
export type WallPoint = { point: Point; height: number };

/**
 * Returns the point of the floor that a ray meets. The floor line of a wall is tapped in this way,
 * because devices find floors, but not white walls. `level` is the height of the floor. Returns
 * undefined if the ray does not go down to it within ten meters.
 */
export function aimAtFloor({ origin, direction }: Ray, level: number): Point | undefined {
  if (direction.y >= 0 || origin.y <= level) return undefined;
  const times = (level - origin.y) / direction.y;
  const position = moveAlong({ origin, direction }, times);
  const away = Math.hypot(position.x - origin.x, position.z - origin.z);
  return away <= maxFloorDistance ? toFloor(position) : undefined;
}

/**
 * Returns where a ray meets the upright plane through two points of a floor line: at the ceiling
 * line this is the height of the room, and at the corners of a door its position and size. Returns
 * undefined if the ray leads away from the wall or goes along it.
 */
export function aimAtWall(
  ray: Ray,
  [from, to]: readonly [Point, Point],
  level: number,
): WallPoint | undefined {
  const along = direction(from, to);
  const ahead = { x: ray.direction.x, y: -ray.direction.z };
  const sine = cross(along, ahead);
  const length = Math.hypot(ray.direction.x, ray.direction.y, ray.direction.z);
  if (Math.abs(sine) < minWallSine * length) return undefined;
  const start = toFloor(ray.origin);
  const times = cross(along, subtract(from, start)) / sine;
  if (times <= 0) return undefined;
  const position = moveAlong(ray, times);
  const offset = dot(along, subtract(toFloor(position), from));
  const point = add(from, scale(along, offset));
  return { point, height: position.y - level };
}

function moveAlong({ origin, direction }: Ray, times: number): Position {
  return {
    x: origin.x + direction.x * times,
    y: origin.y + direction.y * times,
    z: origin.z + direction.z * times,
  };
}
