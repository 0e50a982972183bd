import {
  type Camera,
  type CheckError,
  type Crew,
  createMat,
  type LocateProblem,
  type LocateResult,
  locateViews,
  type MarkedPicture,
  type Paper,
  type Picture,
  type Pose,
  papers,
  workOnEach,
} from "@scanhook/objects";
import type { PictureProblem } from "./kept-object.ts";

/**
 * Where pictures were taken: one entry in `unused` for each, with the reason why it does not count.
 */
export type LocatedPictures = { unused: (PictureProblem | undefined)[] } & (
  | {
      ok: true;
      /** The paper of the mat, which may be another than the one that was chosen. */
      paper: Paper;
      camera: Camera;
      /** The pictures that count, by their index. */
      views: { index: number; pose: Pose }[];
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: LocateProblem }
);

/**
 * Finds the camera and where each picture was taken, by the markers on the mat. The mat for the
 * other paper is tried as well: markers of a wrong one nearly fit, with a camera that bends
 * pictures as no lens does.
 */
export async function locatePictures(
  count: number,
  load: (index: number) => Promise<Picture>,
  chosen: Paper,
  crew: Crew,
  onProgress: (share: number) => void,
): Promise<LocatedPictures> {
  const pictures =
    (await workOnEach(
      Array.from({ length: count }, (_, index) => index),
      crew,
      async (index): Promise<MarkedPicture> => {
        const picture = await load(index);
        const { width, height } = picture;
        return { width, height, markers: await crew.run("findMarkers", picture) };
      },
      async (share) => {
        onProgress(share);
        return true;
      },
    )) ?? [];
  const { paper, located } = [chosen, ...papers.filter((each) => each !== chosen)]
    .map((each) => ({ paper: each, located: locateViews(pictures, createMat(each)) }))
    .reduce((best, other) => (findError(other.located) < findError(best.located) ? other : best));
  if (!located.ok) {
    const unused = pictures.map(({ markers }) =>
      markers.length === 0 ? ("mat-not-seen" as const) : undefined,
    );
    return { ok: false, problem: located.problem, unused };
  }
  const { camera, checkError } = located;
  return {
    ok: true,
    paper,
    camera,
    views: located.views.flatMap((view, index) => (view.ok ? [{ index, pose: view.pose }] : [])),
    checkError,
    unused: located.views.map((view) => (view.ok ? undefined : view.problem)),
  };
}

/** How far corners are off, in pixels: those of check markers, where there are some. */
function findError(located: LocateResult): number {
  if (!located.ok) return Number.POSITIVE_INFINITY;
  if (located.checkError) return located.checkError.pixels;
  const errors = located.views.flatMap((view) => (view.ok ? view.error : []));
  return Math.max(...errors);
}
