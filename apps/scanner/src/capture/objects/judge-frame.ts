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

type LookRequest = Extract<ObjectRequest, { do: "look" }>;

/** The markers of the previous frame, and its time in milliseconds. */
let previous: { markers: readonly FoundMarker[]; at: number } | undefined;

/**
 * Judges a camera frame in a worker. The response tells where it was taken or why it is not kept,
 * and has the encoded picture if the frame covers a new cell of the dome.
 */
export async function lookAtFrame(request: LookRequest): Promise<ObjectResponse> {
  const { bitmap, covered } = request;
  const look = judge(readBitmap(bitmap, keptSide), request);
  const isNeeded = !look.problem && look.cell !== undefined && !covered.includes(look.cell);
  const frame = isNeeded ? await encodeBitmap(bitmap, keptSide) : undefined;
  bitmap.close();
  return { kind: "looked", look, frame };
}

function judge(picture: Picture, { paper, at }: LookRequest): FrameLook {
  const { width, height } = picture;
  const markers = findMarkers(picture);
  const seconds = previous ? (at - previous.at) / 1000 : 0;
  const isFast = previous !== undefined && isTooFast(previous.markers, markers, { seconds, width });
  previous = { markers, at };
  const { problem } = checkPicture(picture, markers);
  if (problem === "too-dark" || problem === "too-bright") return { problem };
  const camera = guessCamera(width, height);
  const view = locateView(markers, camera, createMat(paper));
  if (!view.ok) return { problem: view.problem };
  const [x, y] = createViewRays({ camera, pose: view.pose }).eye;
  const direction = { azimuth: (Math.atan2(y, x) * 180) / Math.PI, cell: findDomeCell(view.pose) };
  if (isFast) return { problem: "too-fast", ...direction };
  if (problem) return { problem, ...direction };
  return direction.cell === undefined ? { problem: "beside-dome", ...direction } : direction;
}
