/** A position in pixels of the frame, from its top left. */
export type Point = { x: number; y: number };

/**
 * Moves a point from pixels of a plane to those of another one of which it shows the same, whose
 * pixels are `1 / scale` times as wide. Whole numbers are the centers of pixels.
 */
export function scalePoint({ x, y }: Point, scale: number): Point {
  return { x: (x + 0.5) * scale - 0.5, y: (y + 0.5) * scale - 0.5 };
}
