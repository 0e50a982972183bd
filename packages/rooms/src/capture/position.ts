import type { Point } from "../geometry/point.ts";

/** A position or a direction in space as WebXR has it: meters, y up. */
export type Position = { x: number; y: number; z: number };

/** A ray from a device. Its direction may have any length. */
export type Ray = { origin: Position; direction: Position };

/**
 * Returns where a position is on the floor, as seen from above: x stays, and -z goes up the sheet.
 */
export const toFloor = ({ x, z }: Position): Point => ({ x, y: -z });
