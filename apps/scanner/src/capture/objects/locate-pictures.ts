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

/** Finds the camera, the poses of the pictures and the paper of the mat by the markers on it. */
export async function locatePictures(
  pictureCount: number,
  load: (index: number) => Promise<Picture>,
  chosenPaper: Paper,
  crew: Crew,
  onProgress: (share: number) => void,
): Promise<LocatedPictures> {
  const findMarkers = async (index: number): Promise<MarkedPicture> => {
    const picture = await load(index);
    const { width, height } = picture;
    return { width, height, markers: await crew.run("findMarkers", picture) };
  };
  const indices = Array.from({ length: pictureCount }, (_, index) => index);
  const report = async (share: number) => {
    onProgress(share);
    return true;
  };
  const pictures = (await workOnEach(indices, crew, findMarkers, report)) ?? [];
  const { paper, located } = fitMats(pictures, chosenPaper);
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
 * Fits the mat of every paper, and returns the fit with the smallest error. A fit of the chosen
 * paper alone could be wrong: the markers of another mat nearly fit, with a distortion that no lens
 * has.
 */
function fitMats(pictures: readonly MarkedPicture[], chosenPaper: Paper) {
  return [chosenPaper, ...papers.filter((each) => each !== chosenPaper)]
    .map((paper) => ({ paper, located: locateViews(pictures, createMat(paper)) }))
    .reduce((best, other) => (findError(other.located) < findError(best.located) ? other : best));
}

/**
 * Returns the error at marker corners in pixels: at check markers if any were found, else the
 * maximum of all views. Returns infinity if the pictures could not be located.
 */
function findError(located: LocateResult): number {
  if (!located.ok) return Number.POSITIVE_INFINITY;
  if (located.checkError) return located.checkError.pixels;
  const errors = located.views.flatMap((view) => (view.ok ? view.error : []));
  return Math.max(...errors);
}
