/** A point of a picture, in pixels. (0, 0) is the outer corner of the top left pixel. */
export type Point = { x: number; y: number };

/** The corners of a page: clockwise on the picture, from the top left corner of the page. */
export type Quad = readonly [Point, Point, Point, Point];

/** Applies a function to each corner of a quad. */
export function mapQuad([a, b, c, d]: Quad, map: (corner: Point, index: number) => Point): Quad {
  return [map(a, 0), map(b, 1), map(c, 2), map(d, 3)];
}
