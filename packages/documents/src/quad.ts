/** A place in a picture, in pixels. (0, 0) is the outer corner of the top left pixel. */
export type Point = { x: number; y: number };

/** The corners of a page: clockwise on the picture, from the top left corner of the page. */
export type Quad = readonly [Point, Point, Point, Point];
