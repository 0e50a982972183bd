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
 * The camera and the poses of pictures. `unused` has an entry for each picture: the reason why it
 * is not used, or undefined.
 */
export type LocatedPictures = { unused: (PictureProblem | undefined)[] } & (
  | {
      ok: true;
      /** The paper of the mat, which may differ from the chosen one. */
      paper: Paper;
      camera: Camera;
      /** The pictures that are used, by their index. */
      views: { index: number; pose: Pose }[];
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: LocateProblem }
);

/**
 * Finds the camera and the pose of each picture by the markers on the mat. Fits the mat of every
 * paper and takes the one with the smallest error. The first fit cannot be trusted, because the
 * markers of a wrong mat nearly fit, with a distortion that no lens has.
 */
export async function locatePictures(
  pictureCount: number,
  load: (index: number) => Promise<Picture>,
  chosenPaper: Paper,
  crew: Crew,
  onProgress: (share: number) => void,
): Promise<LocatedPictures> {
  const pictures =
    (await workOnEach(
      Array.from({ length: pictureCount }, (_, index) => index),
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
  const { paper, located } = [chosenPaper, ...papers.filter((each) => each !== chosenPaper)]
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

/**
 * Returns the error at marker corners in pixels: at check markers if any were seen, else the
 * largest of all views. Returns infinity if the pictures could not be located.
 */
function findError(located: LocateResult): number {
  if (!located.ok) return Number.POSITIVE_INFINITY;
  if (located.checkError) return located.checkError.pixels;
  const errors = located.views.flatMap((view) => (view.ok ? view.error : []));
  return Math.max(...errors);
}
