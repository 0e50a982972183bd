import type { CodeFormat } from "./formats.ts";

/** A picture: RGBA, 4 bytes a pixel, row by row from the top left. `data.length` is `width * height * 4`. */
export type Frame = {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
};

/** Pixels of the frame that was given, from its top left. */
export type Point = { x: number; y: number };

/** One code that was read. */
export type Reading = {
  /** What the code says; nothing trimmed, nothing added. GS1 separators are U+001D. */
  content: string;
  /** The bytes the code holds, before any decoding to text. */
  bytes: Uint8Array;
  format: CodeFormat;
  /** The code declares its content as GS1 element strings (ISO/IEC 15424 modifier, FNC1 in first position). */
  gs1: boolean;
  /**
   * Top left, top right, bottom right, bottom left as the code itself stands, also when it lies turned in the picture;
   * for stacked DataBar the upright box around it.
   */
  corners: [Point, Point, Point, Point];
};
