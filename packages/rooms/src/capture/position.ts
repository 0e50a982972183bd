import type { Point } from "../geometry/point.ts";

/** A position or a direction in the space of WebXR: meters, y up. */
export type Position = { x: number; y: number; z: number };

/** A ray from a device. Its direction may have any length. */
export type Ray = { origin: Position; direction: Position };

/**
 * Projects a position or a direction onto the floor, as seen from above: x stays, and -z becomes y.
 */
export const toFloor = ({ x, z }: Position): Point => ({ x, y: -z });
