import { type Crew, createViewRays, type Mesh, type View } from "@scanhook/objects";
import { locatePictures } from "./locate-pictures.ts";
import { makeOfPasses } from "./make-of-passes.ts";
import type { ObjectRequest, ObjectResponse, WorkProgress } from "./object-messages.ts";
import { storeBody } from "./stored-body.ts";
import { decodePicture, encodePart, encodePixels } from "./worker-pictures.ts";

type MakeRequest = Extract<ObjectRequest, { do: "make" }>;

/** The share of the progress at which all markers are found, from 0 to 1. */
const markersShare = 0.15;
/** The side of the thumbnail, which is square, in pixels. */
const thumbnailSide = 192;
/** The side of the thumbnail, as a multiple of the longer side of the object in it. */
const thumbnailFactor = 1.2;
/** The elevation from which the thumbnail shows the object, in radians: 36 degrees. */
const thumbnailElevation = Math.PI / 5;

/**
 * Makes an object of pictures on the mat: finds the camera and its poses, then the shape. Runs in a
 * worker.
 */
export async function makeOfPictures(
  { pictures, paper, isSmall, progress }: MakeRequest,
  crew: Crew,
): Promise<ObjectResponse> {
  const report = (update: WorkProgress) => progress.postMessage(update);
  const load = (index: number) => {
    const { file, isSideways } = pictures[index]!;
    return decodePicture(file, { scale: isSmall ? 0.5 : 1, isSideways });
  };
  const located = await locatePictures(pictures.length, load, paper, crew, (share) =>
    report({ share: markersShare * share, stage: "markers" }),
  );
  const { unused } = located;
  if (!located.ok) return { kind: "not-made", problem: located.problem, unused };
  const passes = pictures.map(({ pass }) => pass);
  const result = await makeOfPasses(located, passes, {
    load,
    crew,
    onProgress: (share, stage) =>
      report({ share: markersShare + (1 - markersShare) * share, stage }),
  });
  if (!result.ok) return { kind: "not-made", problem: result.problem, unused };
  const { base, firstPass } = result;
  const { checkError } = located;
  const { mesh, unwrapped, texture, measured } = result.object;
  const { measures, warnings, isGuess, hullShare, hullOnly } = result.object;
  const jpeg = new Uint8Array(await (await encodePixels(texture)).arrayBuffer());
  const views = firstPass.map((view) => ({ ...view, ...pictures[view.index]! }));
  return {
    kind: "made",
    body: storeBody({ mesh, unwrapped, measured, jpeg }),
    thumbnail: await makeThumbnail(views, mesh, isSmall ? 2 : 1),
    paper: located.paper,
    made: {
      base,
      measures,
      warnings,
      isGuess,
      hullOnly,
      hullShare,
      triangles: mesh.indices.length / 3,
      checkError: checkError && {
        millimeters: checkError.millimeters,
        corners: checkError.corners,
      },
    },
    unused,
  };
}

/** A view with the file of its picture. A sideways picture is rotated when it is decoded. */
type FileView = View & { file: Blob; isSideways: boolean };

/**
 * Crops the object from the picture of a view, preferably one that is not sideways. A pixel of a
 * view is `fileScale` pixels of its file wide.
 */
function makeThumbnail(views: readonly FileView[], mesh: Mesh, fileScale: number): Promise<Blob> {
  const levelViews = views.filter(({ isSideways }) => !isSideways);
  const view = chooseView(levelViews.length > 0 ? levelViews : views);
  const { x, y, size } = findSquare(view, mesh);
  const square = { x: fileScale * x, y: fileScale * y, size: fileScale * size };
  return encodePart(view.file, square, thumbnailSide);
}

/** Returns the view whose elevation is nearest to `thumbnailElevation`. */
function chooseView(views: readonly FileView[]): FileView {
  const deviations = views.map((view) => {
    const [x, y, z] = createViewRays(view).cameraCenter;
    return Math.abs(Math.atan2(z, Math.hypot(x, y)) - thumbnailElevation);
  });
  return views[deviations.indexOf(Math.min(...deviations))]!;
}

/** Returns the center and the side of a square around a mesh in a view, in pixels of the view. */
function findSquare(view: View, { positions }: Mesh): { x: number; y: number; size: number } {
  const rays = createViewRays(view);
  const projected = new Float64Array(3);
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let offset = 0; offset < positions.length; offset += 3) {
    rays.project(positions[offset]!, positions[offset + 1]!, positions[offset + 2]!, projected);
    box.left = Math.min(box.left, projected[0]!);
    box.right = Math.max(box.right, projected[0]!);
    box.top = Math.min(box.top, projected[1]!);
    box.bottom = Math.max(box.bottom, projected[1]!);
  }
  const size = thumbnailFactor * Math.max(box.right - box.left, box.bottom - box.top);
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, size };
}
