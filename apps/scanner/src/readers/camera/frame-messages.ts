import type { Reading } from "@scanhook/codes";

/** What the page asks the frame worker. A picture comes as a bitmap where the worker can draw, else as pixels. */
export type Question = {
  id: number;
  effort: "frame" | "still";
  picture:
    | { kind: "bitmap"; bitmap: ImageBitmap }
    | { kind: "pixels"; pixels: ArrayBuffer; width: number; height: number };
};

/** What the worker says. A bitmap comes back when there is something to show on it, and always for a photo. */
export type Answer =
  | { kind: "ready"; draws: boolean }
  | { kind: "broken"; reason: string }
  | { kind: "readings"; id: number; readings: Reading[]; bitmap?: ImageBitmap }
  | { kind: "failed"; id: number; reason: string };
