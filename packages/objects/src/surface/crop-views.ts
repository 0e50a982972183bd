import type { Mesh } from "../mesh/mesh.ts";
import { cropPicture } from "../silhouette/crop.ts";
import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { View } from "../view.ts";
import { workOnEach } from "../work/crew.ts";
import { findRegion } from "./find-region.ts";
import { type StageContext, type StageProblem, stopped } from "./stage.ts";

/** Pictures are reduced by the whole factor that brings them closest to this width, in pixels. */
const mediumWidth = 640;

/**
 * This many pixels of the picture round the hull are kept: more than the outlines at medium and at
 * full scale may lie outside it.
 */
const regionMargin = 40;

type CroppedViews = {
  ok: true;
  full: CroppedView[];
  /** The same parts of the pictures, reduced. */
  medium: CroppedView[];
};

/** Crops each picture to the part that shows a hull, at full and at medium scale. */
export async function cropViews(
  views: readonly View[],
  hull: Mesh,
  { crew, report }: StageContext,
): Promise<CroppedViews | StageProblem> {
  const cropped = await workOnEach(
    views,
    crew,
    async ({ camera, pose, load }) => {
      const region = findRegion(hull, { camera, pose }, regionMargin);
      const picture = await load();
      const scale = Math.max(1, Math.round(picture.width / mediumWidth));
      return {
        full: { camera, pose, crop: cropPicture(picture, region) },
        medium: { camera, pose, crop: cropPicture(picture, region, scale) },
      };
    },
    report,
  );
  if (!cropped) return stopped;
  return {
    ok: true,
    full: cropped.map(({ full }) => full),
    medium: cropped.map(({ medium }) => medium),
  };
}
