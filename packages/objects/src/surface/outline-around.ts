import type { CroppedView } from "../silhouette/cropped-view.ts";
import type { WeighedSilhouette } from "../silhouette/outline.ts";
import { workOnEach } from "../work/crew.ts";
import type { Estimate, StageContext } from "./stage.ts";

type Options = {
  /** How far outside the hull an outline may lie, in pixels of the whole picture. */
  margin: number;
  /** Whether the views have agreed on the hull, so that it counts as much as clear colors. */
  isSettled?: boolean;
};

/**
 * Finds the silhouette of the object in each view close to a hull, with the ground that all views
 * share. Returns undefined if `report` stopped the work.
 */
export function outlineAround(
  { mesh, grounds }: Estimate,
  views: readonly CroppedView[],
  { margin, isSettled = false }: Options,
  { mat, crew, report }: StageContext,
): Promise<WeighedSilhouette[] | undefined> {
  const outline = (view: CroppedView, index: number) =>
    crew.run("outlineByHull", view, mat, mesh, {
      margin: margin / view.crop.scale,
      keepUnknownGround: true,
      isSettled,
      ground: grounds[index],
    });
  return workOnEach(views, crew, outline, report);
}
