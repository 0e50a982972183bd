import type { CheckProblem, Paper, ViewProblem } from "@scanhook/objects";
import type { Task } from "@scanhook/objects/tasks";
import type { MadeObject, MakeProblem, Pass, PictureProblem } from "./kept-object.ts";

/** The kinds of files that an object becomes, by the ending of their names. */
export const objectFormats = ["glb", "usdz", "3mf", "stl", "obj", "ply"] as const;
export type ObjectFormat = (typeof objectFormats)[number];

/** The stages of the work, in their order. */
export type WorkStage = "markers" | "outlines" | "mesh" | "texture";
/** How far the work is: a share from 0 to 1. */
export type WorkProgress = { share: number; stage: WorkStage };

/**
 * Why a frame of the camera does not count. `beside-dome`: the camera is too low, or straight
 * above.
 */
export type FrameProblem = CheckProblem | ViewProblem | "too-fast" | "beside-dome";

/**
 * What a frame of the camera shows: where it was taken, in degrees round the object, and in which
 * cell of the dome.
 */
export type FrameLook = { problem?: FrameProblem; azimuth?: number; cell?: number | undefined };

/** A request to the worker of objects, and its response. */
export type ObjectRequest =
  | { do: "reduce"; bitmap: ImageBitmap }
  | {
      do: "make";
      pictures: { file: Blob; isSideways: boolean; pass: Pass }[];
      paper: Paper;
      isSmall: boolean;
      progress: MessagePort;
    }
  | { do: "look"; bitmap: ImageBitmap; paper: Paper; covered: number[]; at: number }
  | { do: "mat"; paper: Paper }
  /** A part of the work of another worker that makes an object. */
  | { do: "task"; task: Task }
  | { do: "export"; body: Blob; format: ObjectFormat; name: string; scale: number };

/** A picture in the size that is kept. */
export type Reduced = { file: Blob; width: number; height: number };

export type ObjectResponse =
  | ({ kind: "reduced" } & Reduced)
  /** `frame` is the picture of a frame that is worth keeping. */
  | { kind: "looked"; look: FrameLook; frame: Reduced | undefined }
  | {
      kind: "made";
      body: Blob;
      thumbnail: Blob;
      /** The paper of the mat in the pictures. */
      paper: Paper;
      made: Omit<MadeObject, "at" | "seconds" | "bytes">;
      unused: (PictureProblem | undefined)[];
    }
  | { kind: "not-made"; problem: MakeProblem; unused: (PictureProblem | undefined)[] }
  | { kind: "file"; content: Blob }
  | { kind: "done"; result: unknown };
