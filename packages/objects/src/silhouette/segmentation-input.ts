import { createViewRays } from "../camera/view-rays.ts";
import { type ColorPlanes, toPlanes } from "./color-planes.ts";
import type { CroppedView } from "./cropped-view.ts";
import type { ViewedGround } from "./ground-map.ts";
import type { MatPyramid } from "./mat-print.ts";
import { findPlanePoints } from "./plane-points.ts";
import { type GroundModel, predictGround, predictGroundByPrint } from "./predict-ground.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";

/** The colors of a crop, and those that its ground should have without the object. */
export type Appearance = {
  width: number;
  height: number;
  /** Red, green and blue from 0 to 255. */
  colors: ColorPlanes;
  ground: GroundModel;
  /**
   * The weight of the light on the whole crop where the light near a pixel is fitted, in pixels of
   * ground.
   */
  lightPseudoCount: number;
};

/** The input of a segmentation into object and ground. */
export type SegmentationInput = Appearance & {
  /** The log odds that each pixel shows the object, as far as they are known without its color. */
  prior: Float32Array;
};

/** A prior above this, or below its negative, decides alone. */
const maxPrior = 6;

/** Tells whether the colors of a pixel count beside its prior. */
export function isUndecided({ prior }: SegmentationInput, at: number): boolean {
  const odds = prior[at]!;
  return odds <= maxPrior && odds >= -maxPrior;
}

/** The pseudo-counts of light that was not compared with other views, and of light that was. */
const ownLightPseudoCount = 4;
const sharedLightPseudoCount = 40;

/**
 * Predicts the ground of a view from the print of the mat, and from the ground that all views share
 * if that has been found. `print` has the tone of the mat for each pixel, NaN beside the mat.
 */
export function describeAppearance(
  view: CroppedView,
  mat: MatPyramid,
  viewed?: ViewedGround,
): Appearance & { print: Float32Array } {
  const { crop } = view;
  const { width, height, rgb } = crop;
  const points = findPlanePoints(createViewRays(view), crop);
  const print = blurPrint(predictMat(points, crop, mat), width, height, lensBlur / crop.scale);
  return {
    width,
    height,
    colors: toPlanes(rgb),
    ground: viewed ? predictGround(points, crop, print, viewed) : predictGroundByPrint(print),
    lightPseudoCount: viewed ? sharedLightPseudoCount : ownLightPseudoCount,
    print,
  };
}
