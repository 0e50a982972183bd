/** Triangles in millimeters, counterclockwise as seen from outside: three numbers for each vertex, three indices for each triangle. */
export type Mesh = { positions: Float32Array; indices: Uint32Array };
