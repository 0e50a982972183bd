/** Millimeters from the middle of the paper; (x, y) is the lower left corner. */
export type Rectangle = { x: number; y: number; width: number; height: number };
