import type { Reading } from "@scanhook/codes";

/**
 * A request to the frame worker. The picture is a bitmap if the worker can draw, otherwise pixels.
 */
export type FrameRequest = {
  id: number;
  effort: "frame" | "still";
  /** Whether a Code 39 is read as full ASCII. */
  fullAscii: boolean;
  picture:
    | { kind: "bitmap"; bitmap: ImageBitmap }
    | { kind: "pixels"; pixels: ArrayBuffer; width: number; height: number };
};

/**
 * A message of the frame worker. It returns the bitmap if codes were found on it, and always for a
 * photo.
 */
export type FrameResponse =
  | { kind: "ready"; canDraw: boolean }
  | { kind: "broken"; reason: string }
  | { kind: "readings"; id: number; readings: Reading[]; bitmap?: ImageBitmap }
  | { kind: "failed"; id: number; reason: string };
