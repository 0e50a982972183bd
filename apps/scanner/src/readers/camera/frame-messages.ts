import type { Reading } from "@scanhook/codes";

/**
 * A request to the frame worker. The picture is a bitmap if the worker can draw, otherwise pixels.
 */
export type FrameRequest =
  /** Asks whether the worker can read codes, once it is loaded, and whether it can draw. */
  | { do: "load" }
  | {
      do: "read";
      effort: "frame" | "still";
      /** Whether a Code 39 is read as full ASCII. */
      fullAscii: boolean;
      picture:
        | { kind: "bitmap"; bitmap: ImageBitmap }
        | { kind: "pixels"; pixels: ArrayBuffer; width: number; height: number };
    };

export type ReadRequest = Extract<FrameRequest, { do: "read" }>;

/**
 * A response of the frame worker. The bitmap of the request comes back if codes were found in it,
 * and always for a photo.
 */
export type FrameResponse =
  | { kind: "ready"; canDraw: boolean }
  | { kind: "readings"; readings: Reading[]; bitmap?: ImageBitmap };
