/**
 * Triangles in millimeters, counterclockwise as seen from outside: three numbers for each vertex,
 * three indices for each triangle.
 */
export type Mesh = { positions: Float32Array; indices: Uint32Array };

/** Returns the number of the next corner of a triangle in the indices of its mesh. */
export const findNextCorner = (at: number): number => (at % 3 === 2 ? at - 2 : at + 1);
