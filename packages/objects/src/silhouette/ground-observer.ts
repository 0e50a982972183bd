import { createViewRays, type ViewRays } from "../camera/view-rays.ts";
import { type Color, channels } from "./color-planes.ts";
import { type Crop, findPixel } from "./crop.ts";
import type { CroppedView } from "./cropped-view.ts";
import type { MatPyramid } from "./mat-print.ts";
import { findPlanePoints } from "./plane-points.ts";
import { blurPrint, lensBlur, predictMat } from "./predict-mat.ts";
import type { Silhouette } from "./silhouette.ts";

/** A whole small picture, and the tones of the mat that are expected in it; NaN beside the mat. */
export type PredictedView = {
  crop: Crop;
  rays: ViewRays;
  print: Float32Array;
  /** The brightness of the view relative to the other views, for red, green and blue. */
  exposure: Color;
};

export function predictView(view: CroppedView, mat: MatPyramid): PredictedView {
  const { crop } = view;
  const rays = createViewRays(view);
  const print = predictMat(findPlanePoints(rays, crop), crop, mat);
  return {
    crop,
    rays,
    print: blurPrint(print, crop.width, crop.height, lensBlur / crop.scale),
    exposure: [1, 1, 1],
  };
}

/** The two parts of the ground: the mat, of which the light is observed, and the desk around it. */
export type GroundPart = "mat" | "desk";

/**
 * Ground is observed where the signed distance to the outline is at most this, in pixels of the
 * outline. The outline is less exact beside the mat, so a gap of two pixels keeps the colors of the
 * object out.
 */
const maxInside = { mat: 0, desk: -2 };

/**
 * Writes the light on the mat, or the color of the desk, at a point of the plane into `color`, in
 * gray levels at the common exposure. Returns whether the view shows this part of the ground there.
 */
export type ObserveGround = (x: number, y: number, part: GroundPart, color: Color) => boolean;

/** Prepares a view, with the outline of the object in it, for `ObserveGround`. */
export function createObserver(
  { rays, crop, print, exposure }: PredictedView,
  outline: Silhouette,
): ObserveGround {
  const projected = new Float64Array(3);
  return (x, y, part, color) => {
    rays.project(x, y, 0, projected);
    if (!(projected[2]! > 0)) return false;
    const [column, row] = [projected[0]!, projected[1]!];
    const at = findPixel(crop, column, row);
    if (at < 0) return false;
    const tone = print[at]!;
    if (tone >= 0 !== (part === "mat")) return false;
    const outlineAt = findPixel(outline, column, row);
    if (outlineAt >= 0 && outline.distances[outlineAt]! > maxInside[part]) return false;
    const reflectance = part === "mat" ? tone : 1;
    for (const channel of channels) {
      color[channel] = crop.rgb[3 * at + channel]! / exposure[channel] / reflectance;
    }
    return true;
  };
}
