import type { Point } from "../geometry/point.ts";
import type { UnitSystem } from "../lengths/unit-system.ts";

/** The version of the files that `parsePlan` reads and `serializePlan` writes. */
export const planVersion = 1;

/**
 * Rooms as they were measured. `raw` holds the values of a device or a sketch and is never changed.
 * `confirmed` holds values that a person measured or typed, and overrides `raw`. `settlePlan`
 * computes everything that is shown from the two. Lengths are meters.
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
  raw: { height?: number; furniture?: Furniture[] };
  confirmed: { height?: number };
  /** The walls in order around the room, in either direction. Wall i + 1 begins where i ends. */
  walls: Wall[];
};

/** A piece of furniture that a device found, as an upright box. */
export type Furniture = {
  /** A word such as `sofa`. */
  kind: string;
  /** The middle of its outline. */
  center: Point;
  /** Its sizes: along its front, from front to back, and upwards. */
  width: number;
  depth: number;
  height: number;
  /** The height of its lower side above the floor. */
  elevation: number;
  /** The angle from the x axis to its front, in radians counterclockwise. */
  angle: number;
};

export type Wall = {
  id: string;
  raw: RawWall;
  /** The length of the inner face, from corner to corner. */
  confirmed: { length?: number };
  /** The distance from the inner face to the outer face, or to the inner face of the next room. */
  thickness: number;
  openings: Opening[];
};

/**
 * The ways in which a wall was measured: a plane that the device found, taps on its floor line, or
 * a sketch.
 */
export const wallSources = ["plane", "taps", "sketch"] as const;

/**
 * A measured wall. `points` are at least two points on its floor line, in the direction of the
 * order of the walls.
 */
export type RawWall = { source: (typeof wallSources)[number]; points: Point[] };

export const openingKinds = ["door", "window", "opening"] as const;

/** A hole in a wall. The kind `opening` is a passage without a door. */
export type Opening = {
  id: string;
  kind: (typeof openingKinds)[number];
  /** The distance from the corner at which the wall begins to the nearer edge of the opening. */
  offset: number;
  width: number;
  height: number;
  /** The height of the lower edge above the floor. */
  sill: number;
  /**
   * The edge with the hinges of a door; `start` is the edge nearer to the beginning of the wall.
   */
  hinge: "start" | "end";
  /** The side to which a door opens: into the room or out of it. */
  swing: "in" | "out";
};

/** The two openings, in rooms on both sides of a wall, that are one door or passage. */
export type Join = { from: OpeningReference; to: OpeningReference };
export type OpeningReference = { room: string; opening: string };
