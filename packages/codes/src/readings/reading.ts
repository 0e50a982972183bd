import type { Corners } from "../geometry/corners.ts";
import type { CodeFormat } from "./formats.ts";

/**
 * A picture in RGBA: 4 bytes per pixel, row by row from the top left. `data.length` is `width *
 * height * 4`.
 */
export type Frame = {
  data: Uint8ClampedArray | Uint8Array;
  width: number;
  height: number;
};

/** The reading of one code. */
export type Reading = {
  /** The text of the code, unchanged. GS1 separators are U+001D. */
  content: string;
  /** The bytes of the code before they are decoded to text. */
  bytes: Uint8Array;
  format: CodeFormat;
  /**
   * Whether the code declares its content as GS1 element strings (ISO/IEC 15424 modifier, FNC1 in
   * first position).
   */
  gs1: boolean;
  /**
   * The top left, top right, bottom right and bottom left corner of the code in its own
   * orientation, even if it is rotated in the picture. For stacked DataBar, the upright bounding
   * box. For a content that was joined from several codes (structured append), the upright box
   * around all of them.
   */
  corners: Corners;
};
