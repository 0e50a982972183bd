import {
  type CheckError,
  type CheckProblem,
  checkPicture,
  describeCheckProblem,
  describeLocateProblem,
  describeViewProblem,
  findMarkers,
  locateViews,
  type MarkedPicture,
  type Mat,
  type Picture,
  type View,
} from "@scanhook/objects";
import { decodePicture } from "../../picture-decoding/decode-picture.ts";
import { findPictureFiles } from "../../picture-decoding/find-picture-files.ts";

/** What became of a picture: how far its markers are off (in pixels), or a sentence that says why it is not used. */
export type ViewReport = { file: string } & (
  | { used: true; error: number }
  | { used: false; reason: string }
);

export type LoadedViews =
  | { ok: true; views: View[]; reports: ViewReport[]; checkError: CheckError | undefined }
  | { ok: false; problem: string; reports: ViewReport[] };

type Options = {
  signal?: AbortSignal | undefined;
  /** Told the share of the pictures that are done, from 0 to 1. */
  onProgress(share: number): void;
};

/** Larger pictures are reduced to this. Their detail would go beyond what the mesh and its texture have. */
const longestSide = 1600;

/** An outline needs sharp edges, and paper whose pattern shows. Shadows are told from the object in another way. */
const excluding: readonly (CheckProblem | undefined)[] = ["blurred", "too-dark", "too-bright"];

/**
 * Looks for the mat in the pictures of files and folders, and finds the camera and the poses of those that are sharp and well lit.
 * Only one picture is in memory at a time; each view decodes its own again. Stops early once the signal is aborted.
 */
export async function loadViews(
  names: readonly string[],
  mat: Mat,
  { signal, onProgress }: Options,
): Promise<LoadedViews> {
  const files = await Array.fromAsync(findPictureFiles(names));
  const seen: Seen[] = [];
  for (const [index, { file, error }] of files.entries()) {
    if (signal?.aborted) break;
    onProgress(index / files.length);
    seen.push(error === undefined ? await look(file) : { file, reason: error });
  }
  const marked = seen.flatMap((each) => ("marked" in each ? [each] : []));
  const located = locateViews(
    marked.map((each) => each.marked),
    mat,
  );
  const problem = located.ok ? undefined : describeLocateProblem(located.problem);
  const views: View[] = [];
  const reports = seen.map((each): ViewReport => {
    const { file } = each;
    if ("reason" in each) return { file, used: false, reason: each.reason };
    if (!located.ok) return { file, used: false, reason: problem! };
    const view = located.views[marked.indexOf(each)]!;
    if (!view.ok) return { file, used: false, reason: describeViewProblem(view.problem) };
    views.push({ camera: located.camera, pose: view.pose, load: () => loadPicture(file) });
    return { file, used: true, error: view.error };
  });
  if (!located.ok) return { ok: false, problem: problem!, reports };
  return { ok: true, views, reports, checkError: located.checkError };
}

type Seen = { file: string } & ({ marked: MarkedPicture } | { reason: string });

async function look(file: string): Promise<Seen> {
  const decoded = await decodePicture(file, longestSide);
  if (!decoded.ok) return { file, reason: decoded.error };
  const { width, height } = decoded.picture;
  const markers = findMarkers(decoded.picture);
  const { problem } = checkPicture(decoded.picture, markers);
  if (problem && excluding.includes(problem))
    return { file, reason: describeCheckProblem(problem) };
  return { file, marked: { width, height, markers } };
}

/** Decodes a picture once more. Throws if its file has been changed or removed meanwhile. */
async function loadPicture(file: string): Promise<Picture> {
  const decoded = await decodePicture(file, longestSide);
  if (!decoded.ok) throw new Error(`${file} has been removed or changed meanwhile`);
  return decoded.picture;
}
