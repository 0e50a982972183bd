import type { Quad } from "../quad.ts";
import type { Curve } from "./curve.ts";

/**
 * A page that is bent like a part of a cylinder, whose axis is parallel to two of its sides. On the
 * plane through its corners, each line of the paper along this axis is a straight line parallel to
 * these sides, and its points divide it in the same ratios as on the paper, wherever the camera is.
 * Therefore the curves of the other two sides determine where each point of the paper is.
 */
export type Curl = {
  /** Pixels of the picture. */
  corners: Quad;
  /** The sides that are curves. */
  bent: "top and bottom" | "left and right";
  /**
   * The curves of the two bent sides, on the quad as a unit square: the distance of the top and of
   * the bottom side from the top edge by the position from the left, or of the left and of the
   * right side from the left edge by the position from the top.
   */
  curves: readonly [Curve, Curve];
};
