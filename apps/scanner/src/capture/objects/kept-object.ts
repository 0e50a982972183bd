import {
  findPrintScale,
  type LocateProblem,
  leastViews,
  type Measures,
  type Paper,
  type ReconstructProblem,
  type ViewProblem,
} from "@scanhook/objects";

/** How many pictures an object needs at least, and how many it takes. */
export const leastPictures = leastViews;
export const mostPictures = 100;

/** A round of pictures: 2 is the one after the object was turned over. */
export type Pass = 1 | 2;

/** A picture of an object on the mat. The id names its file. */
export type ObjectPicture = {
  id: string;
  width: number;
  height: number;
  pass: Pass;
  /** The cell of the dome that it was taken for, if the camera was guided. */
  cell?: number | undefined;
};

/** Why a picture does not count. */
export type PictureProblem = ViewProblem;
export const pictureProblems = [
  "mat-not-seen",
  "too-few-markers",
  "mat-not-flat",
  "other-size",
] as const satisfies readonly PictureProblem[];

/**
 * Why there is no object of the pictures. `interrupted`: the page was closed twice while it worked,
 * as without memory.
 */
export type MakeProblem =
  | LocateProblem
  | ReconstructProblem
  | "memory"
  | "interrupted"
  | "full"
  | "failed";
export const makeProblems = [
  "mat-not-seen",
  "too-few-pictures",
  "same-direction",
  "mat-not-flat",
  "too-few-views",
  "nothing-seen",
  "object-moved",
  "stopped",
  "memory",
  "interrupted",
  "full",
  "failed",
] as const satisfies readonly MakeProblem[];

/**
 * How the base was found: by both passes, or closed flat, because there is no second pass or it
 * could not be joined with the first.
 */
export type MadeBase = "seen" | "flat" | "not-joined";
export const madeBases = ["seen", "flat", "not-joined"] as const satisfies readonly MadeBase[];

/** What was found of an object. Its mesh is in a file beside. */
export type MadeObject = {
  at: number;
  base: MadeBase;
  measures: Measures;
  hullOnly: boolean;
  /** How much of the surface only outlines bound, from 0 to 1. */
  hullShare: number;
  triangles: number;
  /**
   * How far the check markers of the mat, which no fit has used, are off; undefined if none was
   * seen.
   */
  checkError: { millimeters: number; corners: number } | undefined;
  bytes: number;
  seconds: number;
};

/** An object that the system of the phone captured. Its model (USDZ) is in a file beside. */
export type CapturedObject = {
  at: number;
  /** The sides of its upright box, in millimeters. */
  box: Measures["box"];
  /** How many pictures the system took. It keeps none. */
  pictures: number;
  bytes: number;
};

/** An object that is kept on this device: its pictures, and what was made of them. */
export type KeptObject = {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  changedAt: number;
  name: string;
  paper: Paper;
  /** What the ruler on the paper measures, in millimeters; undefined until somebody measured it. */
  ruler: number | undefined;
  pictures: ObjectPicture[];
  /** The bytes of all pictures. */
  pictureBytes: number;
  /** The pictures that do not count, by their ids, as found when they were last worked on. */
  unused: Record<string, PictureProblem>;
  /** Whether the pictures are worked on in half their size, which takes less memory. */
  isSmall: boolean;
  /** How often work began that neither ended nor was stopped. */
  attempts: number;
  problem: MakeProblem | undefined;
  made: MadeObject | undefined;
  /** Such an object has no pictures of the mat. */
  captured: CapturedObject | undefined;
};

export function newObject(name: string, paper: Paper, now = Date.now()): KeptObject {
  return {
    id: crypto.randomUUID(),
    createdAt: now,
    changedAt: now,
    name,
    paper,
    ruler: undefined,
    pictures: [],
    pictureBytes: 0,
    unused: {},
    isSmall: false,
    attempts: 0,
    problem: undefined,
    made: undefined,
    captured: undefined,
  };
}

/** Returns the pictures of a pass, in the order in which they were taken. */
export const picturesOfPass = ({ pictures }: KeptObject, pass: Pass): ObjectPicture[] =>
  pictures.filter((picture) => picture.pass === pass);

/** Returns whether an object can be made of the pictures. The second pass is optional. */
export const hasEnoughPictures = (kept: KeptObject): boolean =>
  picturesOfPass(kept, 1).length >= leastPictures;

/**
 * Returns whether no object comes of the pictures, because the object was moved between them. They
 * can only be taken again.
 */
export const hasUselessPictures = ({ problem }: KeptObject): boolean =>
  problem === "object-moved" || problem === "nothing-seen";

/** Returns by which factor lengths on the printed mat differ from those of the file. */
export function findScale({ ruler }: KeptObject): number {
  const scale = ruler === undefined ? undefined : findPrintScale(ruler);
  return scale?.ok ? scale.factor : 1;
}
