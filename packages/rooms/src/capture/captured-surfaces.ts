/**
 * A surface or an object of RoomPlan: a rectangle or a box round the origin of its own frame, and
 * the columns of the matrix that brings it to its place.
 */
export type Surface = { dimensions: readonly number[]; transform: readonly number[] };

/** Returns the members of a list that are surfaces. */
export function readSurfaces(value: unknown): Surface[] {
  return Array.isArray(value) ? value.filter(isSurface) : [];
}

/** Tells whether a value has sizes and a transform. */
export function isSurface(value: unknown): value is Surface {
  return isRecord(value) && isNumbers(value.dimensions, 3) && isNumbers(value.transform, 16);
}

/** Tells whether a value is an object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isNumbers = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && value.every(Number.isFinite);
