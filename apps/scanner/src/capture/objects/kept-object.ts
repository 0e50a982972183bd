import {
  findPrintScale,
  type LocateProblem,
  type Measures,
  minViews,
  type Paper,
  type ReconstructProblem,
  type SizeWarning,
  type ViewProblem,
} from "@scanhook/objects";
import { createUuid } from "@scanhook/webhook";

/** The minimum number of pictures of a pass from which an object can be made. */
export const minPictures = minViews;
/** The maximum number of pictures that an object keeps, in both passes together. */
export const maxPictures = 100;

/** The pass in which a picture is taken: 1, or 2 after the object was turned over. */
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

/** The reason why a picture is not used. */
export type PictureProblem = ViewProblem;
export const pictureProblems = [
  "mat-not-seen",
  "too-few-markers",
  "mat-not-flat",
  "other-size",
] as const satisfies readonly PictureProblem[];

/**
 * The reason why no object could be made of the pictures. `interrupted`: the page was closed twice
 * during the work, most likely because memory ran out.
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
 * The origin of the base. `seen`: measured in the pictures of the second pass. `flat`: closed by a
 * plane, because there is no second pass. `not-joined`: closed by a plane, because the second pass
 * could not be joined with the first.
 */
export type MadeBase = "seen" | "flat" | "not-joined";
export const madeBases = ["seen", "flat", "not-joined"] as const satisfies readonly MadeBase[];

/** The result of making an object of pictures. Its mesh is in a file of its own. */
export type MadeObject = {
  /** Milliseconds since 1970. */
  at: number;
  base: MadeBase;
  measures: Measures;
  /** Why the sizes may be wrong; none for objects that were made before version 0.4. */
  warnings: SizeWarning[];
  /** Whether a side is uncertain by more than 5 %. */
  isGuess: boolean;
  /** Whether the shape is the visual hull, without depths measured between pictures. */
  hullOnly: boolean;
  /** The share of the surface that is known from outlines only, from 0 to 1. */
  hullShare: number;
  triangles: number;
  /**
   * The error at the check markers of the mat, which the fit does not use, and the number of their
   * corners that were found. Undefined if no check marker was found.
   */
  checkError: { millimeters: number; corners: number } | undefined;
  /** The size of the mesh file. */
  bytes: number;
  /** The duration of the work. */
  seconds: number;
};

/** An object that the system of the phone captured. Its model (USDZ) is in a file of its own. */
export type CapturedObject = {
  /** Milliseconds since 1970. */
  at: number;
  /** The sides of its upright bounding box, in millimeters. */
  box: Measures["box"];
  /** The number of pictures that the system took. They are not kept. */
  pictures: number;
  /** The size of the model file. */
  bytes: number;
};

/** An object that is kept on this device: its pictures, and the result of making it. */
export type KeptObject = {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  changedAt: number;
  name: string;
  paper: Paper;
  /** The measured length of the printed ruler, in millimeters; undefined until it is entered. */
  ruler: number | undefined;
  pictures: ObjectPicture[];
  /** The size of all picture files together. */
  pictureBytes: number;
  /** The reasons why the last work did not use pictures, by the id of the picture. */
  unused: Record<string, PictureProblem>;
  /** Whether the work uses the pictures at half their size, which takes less memory. */
  isSmall: boolean;
  /** The number of times that work was started without ending or being stopped. */
  attempts: number;
  problem: MakeProblem | undefined;
  made: MadeObject | undefined;
  /** The model from the system, if it captured the object. Such an object has no pictures. */
  captured: CapturedObject | undefined;
};

/** Returns a new object without pictures. */
export function newObject(name: string, paper: Paper, now = Date.now()): KeptObject {
  return {
    id: createUuid(),
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

/** Returns whether the first pass has enough pictures. The second pass is optional. */
export const hasEnoughPictures = (object: KeptObject): boolean =>
  picturesOfPass(object, 1).length >= minPictures;

/**
 * Returns whether all pictures must be taken again, because the object was moved between them or
 * is not on them.
 */
export const hasUselessPictures = ({ problem }: KeptObject): boolean =>
  problem === "object-moved" || problem === "nothing-seen";

/**
 * Returns the length of the printed ruler divided by its length in the file of the mat; 1 if it was
 * not measured, or if the measured length is not plausible.
 */
export function findScale({ ruler }: KeptObject): number {
  const scale = ruler === undefined ? undefined : findPrintScale(ruler);
  return scale?.ok ? scale.factor : 1;
}
