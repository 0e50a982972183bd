/**
 * A point or a direction on the floor, in meters. Seen from above, x goes to the right and y goes
 * up the sheet.
 */
export type Point = { x: number; y: number };

export const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const scale = (a: Point, by: number): Point => ({ x: a.x * by, y: a.y * by });
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
/** The third coordinate of the cross product: positive if `b` points to the left of `a`. */
export const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);
/** Rotates a direction by a quarter turn to the left. */
export const left = (a: Point): Point => ({ x: -a.y, y: a.x });

/** Returns the unit direction from `a` to `b`; along x if the two are the same. */
export function direction(a: Point, b: Point): Point {
  const length = distance(a, b);
  return length > 0 ? scale(subtract(b, a), 1 / length) : { x: 1, y: 0 };
}

/**
 * Returns the point `along` meters from `a` towards `b`, moved by `offset` meters to the left of
 * that direction.
 */
export function pointAlong(a: Point, b: Point, along: number, offset = 0): Point {
  const ahead = direction(a, b);
  return add(a, add(scale(ahead, along), scale(left(ahead), offset)));
}
