import type { CheckProblem, Paper, ViewProblem } from "@scanhook/objects";
import type { Task } from "@scanhook/objects/tasks";
import type { MadeObject, MakeProblem, Pass, PictureProblem } from "./kept-object.ts";

/** The formats in which an object is exported, named by their file extension. */
export const objectFormats = ["glb", "usdz", "3mf", "stl", "obj", "ply"] as const;
export type ObjectFormat = (typeof objectFormats)[number];

/** The stages of the work, in their order. */
export type WorkStage = "markers" | "outlines" | "mesh" | "texture";
/** The progress of the work. `share` goes from 0 to 1 over all stages. */
export type WorkProgress = { share: number; stage: WorkStage };

/**
 * The reason why a camera frame is not kept. `beside-dome`: the camera is too low, or straight
 * above the object.
 */
export type FrameProblem = CheckProblem | ViewProblem | "too-fast" | "beside-dome";

/** The judgment on a camera frame. */
export type FrameJudgment = {
  problem?: FrameProblem;
  /**
   * The direction from the object to the camera, in degrees counterclockwise from the x axis of the
   * mat. Undefined if the pose is unknown.
   */
  azimuth?: number;
  /** The cell of the dome. Undefined if the pose is unknown or the camera is beside the dome. */
  cell?: number | undefined;
};

/** A request to the object worker. */
export type ObjectRequest =
  | { do: "reduce"; bitmap: ImageBitmap }
  | {
      do: "make";
      pictures: { file: Blob; isSideways: boolean; pass: Pass }[];
      paper: Paper;
      isSmall: boolean;
      progress: MessagePort;
    }
  | { do: "judge"; bitmap: ImageBitmap; paper: Paper; covered: number[]; at: number }
  | { do: "mat"; paper: Paper }
  /** A part of the work of another worker that makes an object. */
  | { do: "task"; task: Task }
  | { do: "export"; body: Blob; format: ObjectFormat; name: string; scale: number };

/** A picture file in the size that is kept. */
export type ReducedPicture = { file: Blob; width: number; height: number };

/** A response of the object worker. */
export type ObjectResponse =
  | ({ kind: "reduced" } & ReducedPicture)
  /** `frame` is the picture of a frame that covers a new cell of the dome. */
  | { kind: "judged"; judgment: FrameJudgment; frame: ReducedPicture | undefined }
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
