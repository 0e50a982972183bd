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
  type Paper,
  type Picture,
} from "@scanhook/objects";
import type { FrameJudgment, ObjectRequest, ObjectResponse } from "./object-messages.ts";
import { encodeBitmap, maxKeptSide, readBitmap } from "./worker-pictures.ts";

type JudgeRequest = Extract<ObjectRequest, { do: "judge" }>;

/** The markers of a frame, and the time of the frame in milliseconds. */
type MarkedFrame = { markers: readonly FoundMarker[]; at: number };

/**
 * Creates a function that judges successive camera frames in a worker. Its response tells where a
 * frame was taken or why it is not kept. It has the encoded picture if the frame covers a new cell
 * of the dome.
 */
export function createFrameJudge(): (request: JudgeRequest) => Promise<ObjectResponse> {
  let previous: MarkedFrame | undefined;
  return async (request) => {
    const { bitmap, covered, at } = request;
    const picture = readBitmap(bitmap, maxKeptSide);
    const frame = { markers: findMarkers(picture), at };
    const judgment = judge(picture, frame, previous, request.paper);
    previous = frame;
    const { problem, cell } = judgment;
    const isNeeded = !problem && cell !== undefined && !covered.includes(cell);
    const encoded = isNeeded ? await encodeBitmap(bitmap, maxKeptSide) : undefined;
    bitmap.close();
    return { kind: "judged", judgment, frame: encoded };
  };
}

function judge(
  picture: Picture,
  { markers, at }: MarkedFrame,
  previous: MarkedFrame | undefined,
  paper: Paper,
): FrameJudgment {
  const { width, height } = picture;
  const seconds = previous ? (at - previous.at) / 1000 : 0;
  const isFast = previous !== undefined && isTooFast(previous.markers, markers, { seconds, width });
  const { problem } = checkPicture(picture, markers);
  if (problem === "too-dark" || problem === "too-bright") return { problem };
  const camera = guessCamera(width, height);
  const view = locateView(markers, camera, createMat(paper));
  if (!view.ok) return { problem: view.problem };
  const [x, y] = createViewRays({ camera, pose: view.pose }).cameraCenter;
  const direction = { azimuth: (Math.atan2(y, x) * 180) / Math.PI, cell: findDomeCell(view.pose) };
  if (isFast) return { problem: "too-fast", ...direction };
  if (problem) return { problem, ...direction };
  return direction.cell === undefined ? { problem: "beside-dome", ...direction } : direction;
}
