import { type Crew, createViewRays, type Mesh, type View } from "@scanhook/objects";
import { locatePictures } from "./locate-pictures.ts";
import { makeOfPasses } from "./make-of-passes.ts";
import type { ObjectRequest, ObjectResponse, WorkProgress } from "./object-messages.ts";
import { storeBody } from "./stored-body.ts";
import { decodePicture, encodePart, encodePixels } from "./worker-pictures.ts";

type Making = Extract<ObjectRequest, { do: "make" }>;

/** The share of the work that finding the mat takes. */
const markersShare = 0.15;
/** The side of the small picture in lists, in pixels. */
const thumbnailSide = 192;

/**
 * Makes an object of pictures on the mat: finds the camera and its poses, then the shape. Runs in a
 * worker.
 */
export async function makeOfPictures(
  { pictures, paper, isSmall, progress }: Making,
  crew: Crew,
): Promise<ObjectResponse> {
  const tell = (told: WorkProgress) => progress.postMessage(told);
  const load = (index: number) => {
    const { file, isSideways } = pictures[index]!;
    return decodePicture(file, { scale: isSmall ? 0.5 : 1, isSideways });
  };
  const located = await locatePictures(pictures.length, load, paper, crew, (share) =>
    tell({ share: markersShare * share, stage: "markers" }),
  );
  const { unused } = located;
  if (!located.ok) return { kind: "not-made", problem: located.problem, unused };
  const passes = pictures.map(({ pass }) => pass);
  const result = await makeOfPasses(located, passes, {
    load,
    crew,
    onProgress: (share, stage) => tell({ share: markersShare + (1 - markersShare) * share, stage }),
  });
  if (!result.ok) return { kind: "not-made", problem: result.problem, unused };
  const { base, first } = result;
  const { checkError } = located;
  const { mesh, unwrapped, texture, measures, measured, hullShare, hullOnly } = result.object;
  const jpeg = new Uint8Array(await (await encodePixels(texture)).arrayBuffer());
  const level = first.filter(({ index }) => !pictures[index]!.isSideways);
  const { view, ...place } = chooseView(level.length > 0 ? level : first, mesh);
  return {
    kind: "made",
    body: storeBody({ mesh, unwrapped, measured, jpeg }),
    thumbnail: await encodePart(
      pictures[view.index]!.file,
      isSmall ? { x: 2 * place.x, y: 2 * place.y, size: 2 * place.size } : place,
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

/** Chooses the view from halfway up, and returns it with the place of the object in it. */
function chooseView<Each extends View>(views: readonly Each[], { positions }: Mesh) {
  const wanted = Math.PI / 5;
  const offs = views.map(({ camera, pose }) => {
    const [x, y, z] = createViewRays({ camera, pose }).eye;
    return Math.abs(Math.atan2(z, Math.hypot(x, y)) - wanted);
  });
  const view = views[offs.indexOf(Math.min(...offs))]!;
  const rays = createViewRays(view);
  const place = new Float64Array(3);
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let at = 0; at < positions.length; at += 3) {
    rays.project(positions[at]!, positions[at + 1]!, positions[at + 2]!, place);
    box.left = Math.min(box.left, place[0]!);
    box.right = Math.max(box.right, place[0]!);
    box.top = Math.min(box.top, place[1]!);
    box.bottom = Math.max(box.bottom, place[1]!);
  }
  const size = 1.2 * Math.max(box.right - box.left, box.bottom - box.top);
  return { view, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, size };
}
