import {
  checkPicture,
  createMat,
  createViewRays,
  type FoundMarker,
  findDomeCell,
  findMarkers,
  guessCamera,
  isTooFast,
  locateView,
  type Picture,
} from "@scanhook/objects";
import type { FrameLook, ObjectRequest, ObjectResponse } from "./object-messages.ts";
import { encodeBitmap, keptSide, readBitmap } from "./worker-pictures.ts";

type Looking = Extract<ObjectRequest, { do: "look" }>;

/** The markers of the frame before, and when it was seen. */
let last: { markers: readonly FoundMarker[]; at: number } | undefined;

/**
 * Looks at a frame of the camera: where it was taken, and whether it is worth keeping. Runs in a
 * worker.
 */
export async function lookAtFrame(request: Looking): Promise<ObjectResponse> {
  const { bitmap, covered } = request;
  const look = judge(readBitmap(bitmap, keptSide), request);
  const isWorth = !look.problem && look.cell !== undefined && !covered.includes(look.cell);
  const frame = isWorth ? await encodeBitmap(bitmap, keptSide) : undefined;
  bitmap.close();
  return { kind: "looked", look, frame };
}

function judge(picture: Picture, { paper, at }: Looking): FrameLook {
  const { width, height } = picture;
  const markers = findMarkers(picture);
  const seconds = last ? (at - last.at) / 1000 : 0;
  const isFast = last !== undefined && isTooFast(last.markers, markers, { seconds, width });
  last = { markers, at };
  const { problem } = checkPicture(picture, markers);
  if (problem === "too-dark" || problem === "too-bright") return { problem };
  const camera = guessCamera(width, height);
  const view = locateView(markers, camera, createMat(paper));
  if (!view.ok) return { problem: view.problem };
  const [x, y] = createViewRays({ camera, pose: view.pose }).eye;
  const place = { azimuth: (Math.atan2(y, x) * 180) / Math.PI, cell: findDomeCell(view.pose) };
  if (isFast) return { problem: "too-fast", ...place };
  if (problem) return { problem, ...place };
  return place.cell === undefined ? { problem: "beside-dome", ...place } : place;
}
