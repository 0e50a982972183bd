import { type Crew, createViewRays, type Mesh, type View } from "@scanhook/objects";
import { locatePictures } from "./locate-pictures.ts";
import { makeOfPasses } from "./make-of-passes.ts";
import type { ObjectRequest, ObjectResponse, WorkProgress } from "./object-messages.ts";
import { storeBody } from "./stored-body.ts";
import { decodePicture, encodePart, encodePixels } from "./worker-pictures.ts";

type MakeRequest = Extract<ObjectRequest, { do: "make" }>;

/** The share of the progress that finding the markers takes. */
const markersShare = 0.15;
/** The side of the square picture in lists, in pixels. */
const thumbnailSide = 192;

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
  const { base, first } = result;
  const { checkError } = located;
  const { mesh, unwrapped, texture, measures, measured, hullShare, hullOnly } = result.object;
  const jpeg = new Uint8Array(await (await encodePixels(texture)).arrayBuffer());
  const level = first.filter(({ index }) => !pictures[index]!.isSideways);
  const { view, ...square } = chooseView(level.length > 0 ? level : first, mesh);
  return {
    kind: "made",
    body: storeBody({ mesh, unwrapped, measured, jpeg }),
    thumbnail: await encodePart(
      pictures[view.index]!.file,
      isSmall ? { x: 2 * square.x, y: 2 * square.y, size: 2 * square.size } : square,
      thumbnailSide,
    ),
    paper: located.paper,
    made: {
      base,
      measures,
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

/**
 * Chooses the view whose elevation is nearest to 36 degrees. Returns the view, and the center and
 * side of a square round the object in its picture, in pixels.
 */
function chooseView<Each extends View>(views: readonly Each[], { positions }: Mesh) {
  const targetElevation = Math.PI / 5;
  const deviations = views.map(({ camera, pose }) => {
    const [x, y, z] = createViewRays({ camera, pose }).eye;
    return Math.abs(Math.atan2(z, Math.hypot(x, y)) - targetElevation);
  });
  const view = views[deviations.indexOf(Math.min(...deviations))]!;
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
  const size = 1.2 * Math.max(box.right - box.left, box.bottom - box.top);
  return { view, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, size };
}
