import type { Quad } from "../quad.ts";
import type { Curve } from "./curve.ts";

/**
 * A page that is bent like a part of a cylinder, whose axis is parallel to two of its sides. On the
 * plane through its corners, each line of the paper along this axis is a straight line parallel to
 * these sides, and its points divide it in the same ratios as on the paper, wherever the camera is.
 * So the curves of the other two sides say where each point of the paper is.
 */
export type Curl = {
  /** Pixels of the picture. */
  corners: Quad;
  /** The sides that are curves. */
  bent: "top and bottom" | "left and right";
  /**
   * How far the first and the second of these sides are down from the top of the quad, or right
   * from its left side, as parts of its height or width, by the part of the width or height.
   */
  curves: readonly [Curve, Curve];
};
