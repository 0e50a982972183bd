import type { Point } from "../geometry/point.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";

/** The version of the files that `parsePlan` reads and `serializePlan` writes. */
export const planVersion = 1;

/**
 * Rooms as they were measured. `raw` is what a device or a sketch gave and is never changed;
 * `confirmed` is what a person measured or typed, and overrides it. All that is shown is computed
 * from the two by `settlePlan`. Lengths are meters.
 */
export type Plan = {
  name: string;
  /** The units in which lengths are shown. */
  units: UnitSystem;
  rooms: Room[];
  joins: Join[];
};

export type Room = {
  id: string;
  name: string;
  raw: { height?: number };
  confirmed: { height?: number };
  /** In their order around the room, in either direction. Wall i ends where wall i + 1 begins. */
  walls: Wall[];
};

export type Wall = {
  id: string;
  raw: RawWall;
  /** The length of the inner face, from corner to corner. */
  confirmed: { length?: number };
  /** From the inner face to the outer one, or to the next room. */
  thickness: number;
  openings: Opening[];
};

/**
 * The ways in which a wall was measured: a plane that the device found, taps on its floor line, or
 * a sketch.
 */
export const wallSources = ["plane", "taps", "sketch"] as const;

/**
 * At least two points on the floor line of a wall, in the direction in which the walls follow each
 * other.
 */
export type RawWall = { source: (typeof wallSources)[number]; points: Point[] };

export const openingKinds = ["door", "window", "opening"] as const;

/** A hole in a wall. The kind `opening` is a passage without a door. */
export type Opening = {
  id: string;
  kind: (typeof openingKinds)[number];
  /** The meters from the corner where the wall begins to the nearer edge of the opening. */
  offset: number;
  width: number;
  height: number;
  /** The height of the lower edge above the floor. */
  sill: number;
  /** The edge on which a door turns; `start` is the edge nearer to the beginning of the wall. */
  hinge: "start" | "end";
  /** Whether a door turns into the room. */
  swing: "in" | "out";
};

/** One door or passage, as the two rooms on its sides have it. */
export type Join = { from: OpeningReference; to: OpeningReference };
export type OpeningReference = { room: string; opening: string };
