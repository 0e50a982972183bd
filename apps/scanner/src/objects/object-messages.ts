import type { Paper } from "@scanhook/objects";
import type { MadeObject, MakeProblem, PictureProblem } from "./kept-object.ts";

/** The kinds of files that an object becomes, by the ending of their names. */
export const objectFormats = ["glb", "usdz", "3mf", "stl", "obj", "ply"] as const;
export type ObjectFormat = (typeof objectFormats)[number];

/** The stages of the work, in their order. */
export type WorkStage = "markers" | "outlines" | "mesh" | "texture";
/** How far the work is: a share from 0 to 1. */
export type WorkProgress = { share: number; stage: WorkStage };

/** A request to the worker of objects, and its response. */
export type ObjectRequest =
  | { do: "reduce"; bitmap: ImageBitmap }
  | {
      do: "make";
      pictures: { file: Blob; isTurned: boolean }[];
      paper: Paper;
      isSmall: boolean;
      progress: MessagePort;
    }
  | { do: "mat"; paper: Paper }
  | { do: "export"; body: Blob; format: ObjectFormat; name: string; scale: number };

/** A picture in the size that is kept. */
export type Reduced = { file: Blob; width: number; height: number };

export type ObjectResponse =
  | ({ kind: "reduced" } & Reduced)
  | {
      kind: "made";
      body: Blob;
      thumbnail: Blob;
      made: Omit<MadeObject, "at" | "seconds" | "bytes">;
      unused: (PictureProblem | undefined)[];
    }
  | { kind: "not-made"; problem: MakeProblem; unused: (PictureProblem | undefined)[] }
  | { kind: "file"; content: Blob }
  | { kind: "failed"; detail: string };
