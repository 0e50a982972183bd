import {
  type Camera,
  type CheckError,
  findMarkers,
  type LocateProblem,
  locateViews,
  type MarkedPicture,
  type Mat,
  type Picture,
  type Pose,
} from "@scanhook/objects";
import type { PictureProblem } from "./kept-object.ts";

/** Where pictures were taken: one entry in `unused` for each, with the reason why it does not count. */
export type LocatedPictures = { unused: (PictureProblem | undefined)[] } & (
  | {
      ok: true;
      camera: Camera;
      /** The pictures that count, by their index. */
      views: { index: number; pose: Pose }[];
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: LocateProblem }
);

/** Finds the camera and where each picture was taken, by the markers on the mat. */
export async function locatePictures(
  count: number,
  load: (index: number) => Promise<Picture>,
  mat: Mat,
  onProgress: (share: number) => void,
): Promise<LocatedPictures> {
  const pictures: MarkedPicture[] = [];
  for (let index = 0; index < count; index++) {
    const picture = await load(index);
    const { width, height } = picture;
    pictures.push({ width, height, markers: findMarkers(picture) });
    onProgress((index + 1) / count);
  }
  const located = locateViews(pictures, mat);
  if (!located.ok) {
    const unused = pictures.map(({ markers }) =>
      markers.length === 0 ? ("mat-not-seen" as const) : undefined,
    );
    return { ok: false, problem: located.problem, unused };
  }
  const { camera, checkError } = located;
  return {
    ok: true,
    camera,
    views: located.views.flatMap((view, index) => (view.ok ? [{ index, pose: view.pose }] : [])),
    checkError,
    unused: located.views.map((view) => (view.ok ? undefined : view.problem)),
  };
}
