/**
 * Triangles in millimeters, counterclockwise as seen from outside: three numbers for each vertex,
 * three indices of vertices for each triangle.
 */
export type Mesh = { positions: Float32Array; indices: Uint32Array };

/** Returns the place of the next corner of the same triangle in the indices of a mesh. */
export const findNextCorner = (at: number): number => (at % 3 === 2 ? at - 2 : at + 1);
