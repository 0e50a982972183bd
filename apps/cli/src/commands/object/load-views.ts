import { resolve } from "node:path";
import {
  type CheckError,
  type CheckProblem,
  type Crew,
  checkPicture,
  describeCheckProblem,
  describeLocateProblem,
  describeViewProblem,
  locateViews,
  type MarkedPicture,
  type Mat,
  type Picture,
  type View,
  workOnEach,
} from "@scanhook/objects";
import { decodePicture } from "../../picture-decoding/decode-picture.ts";
import { findPictureFiles } from "../../picture-decoding/find-picture-files.ts";

/**
 * What became of a picture: how far its markers are off (in pixels), or a sentence that says why it
 * is not used. Pass 2 shows the object after it was turned over.
 */
export type ViewReport = { file: string; pass: 1 | 2 } & (
  | { used: true; error: number }
  | { used: false; reason: string }
);

export type LoadedViews =
  | {
      ok: true;
      /** Those of the first pass, and those of the second. */
      views: [View[], View[]];
      reports: ViewReport[];
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: string; reports: ViewReport[] };

type Options = {
  crew: Crew;
  signal?: AbortSignal | undefined;
  /** Told the share of the pictures that are done, from 0 to 1. */
  onProgress(share: number): void;
};

/**
 * Larger pictures are reduced to this. Their detail would go beyond what the mesh and its texture
 * have.
 */
const longestSide = 1600;

/**
 * An outline needs sharp edges, and paper whose pattern shows. Shadows are told from the object in
 * another way.
 */
const excluding: readonly (CheckProblem | undefined)[] = ["blurred", "too-dark", "too-bright"];

/**
 * Looks for the mat in the pictures of files and folders, those of the turned object in `turned`,
 * and finds the camera and the poses of those that are sharp and well lit. Only as many pictures
 * are in memory at a time as the crew looks at; each view decodes its own again. Stops early once
 * the signal is aborted.
 */
export async function loadViews(
  names: readonly string[],
  turned: readonly string[],
  mat: Mat,
  { crew, signal, onProgress }: Options,
): Promise<LoadedViews> {
  const files = await findFiles(names, turned);
  const looked = await workOnEach(
    files,
    crew,
    async ({ error, ...named }): Promise<Seen> => ({
      ...named,
      ...(error === undefined ? await look(named.file, crew) : { reason: error }),
    }),
    async (share) => {
      onProgress(share);
      return !signal?.aborted;
    },
  );
  const seen = looked ?? [];
  const marked = seen.flatMap((each) => ("marked" in each ? [each] : []));
  const located = locateViews(
    marked.map((each) => each.marked),
    mat,
  );
  const problem = located.ok ? undefined : describeLocateProblem(located.problem);
  const views: [View[], View[]] = [[], []];
  const reports = seen.map((each): ViewReport => {
    const { file, pass } = each;
    const refuse = (reason: string) => ({ file, pass, used: false as const, reason });
    if ("reason" in each) return refuse(each.reason);
    if (!located.ok) return refuse(problem!);
    const view = located.views[marked.indexOf(each)]!;
    if (!view.ok) return refuse(describeViewProblem(view.problem));
    const { camera } = located;
    views[pass - 1]!.push({ camera, pose: view.pose, load: () => loadPicture(file) });
    return { file, pass, used: true, error: view.error };
  });
  if (!located.ok) return { ok: false, problem: problem!, reports };
  return { ok: true, views, reports, checkError: located.checkError };
}

/**
 * Returns the files of both passes. One that is in both is of the second: its folder may be in that
 * of the first.
 */
async function findFiles(names: readonly string[], turned: readonly string[]) {
  const [first, second] = await Promise.all(
    [names, turned].map((each) => Array.fromAsync(findPictureFiles(each))),
  );
  const later = new Set(second!.map(({ file }) => resolve(file)));
  return [
    ...first!
      .filter(({ file }) => !later.has(resolve(file)))
      .map((each) => ({ ...each, pass: 1 as const })),
    ...second!.map((each) => ({ ...each, pass: 2 as const })),
  ];
}

type Look = { marked: MarkedPicture } | { reason: string };

type Seen = { file: string; pass: 1 | 2 } & Look;

async function look(file: string, crew: Crew): Promise<Look> {
  const decoded = await decodePicture(file, longestSide);
  if (!decoded.ok) return { reason: decoded.error };
  const { width, height } = decoded.picture;
  const markers = await crew.run("findMarkers", decoded.picture);
  const { problem } = checkPicture(decoded.picture, markers);
  if (problem && excluding.includes(problem)) return { reason: describeCheckProblem(problem) };
  return { marked: { width, height, markers } };
}

/** Decodes a picture once more. Throws if its file has been changed or removed meanwhile. */
async function loadPicture(file: string): Promise<Picture> {
  const decoded = await decodePicture(file, longestSide);
  if (!decoded.ok) throw new Error(`${file} has been removed or changed meanwhile`);
  return decoded.picture;
}
