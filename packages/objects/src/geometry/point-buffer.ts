/**
 * Three numbers that a function such as `project` writes. The caller owns them, so that hot loops
 * allocate nothing.
 */
export type PointBuffer = Float64Array & { 0: number; 1: number; 2: number };

export const createPointBuffer = (): PointBuffer => new Float64Array(3) as PointBuffer;
