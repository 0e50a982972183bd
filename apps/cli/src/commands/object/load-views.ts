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
 * The result for one picture: the residual of its markers in pixels, or a sentence that says why
 * the picture is not used. Pass 2 shows the object after it was turned over.
 */
export type ViewReport = { file: string; pass: 1 | 2 } & (
  | { used: true; error: number }
  | { used: false; reason: string }
);

export type LoadedViews =
  | {
      ok: true;
      /** The views of the first pass, and those of the second. */
      views: [View[], View[]];
      reports: ViewReport[];
      checkError: CheckError | undefined;
    }
  | { ok: false; problem: string; reports: ViewReport[] };

type Options = {
  crew: Crew;
  signal?: AbortSignal | undefined;
  /** Receives the share of the pictures that are done, from 0 to 1. */
  onProgress(share: number): void;
};

/**
 * The longest side of a decoded picture in pixels. More detail than that is lost in the mesh and
 * its texture.
 */
const maxPictureSide = 1600;

/**
 * The problems that exclude a picture. An outline needs sharp edges and a visible pattern of the
 * mat. Shadows do not exclude a picture, because they are distinguished from the object later.
 */
const excludingProblems: readonly CheckProblem[] = ["blurred", "too-dark", "too-bright"];

/**
 * Finds the mat in the pictures of files and folders, and estimates the camera and the pose of each
 * picture that is sharp and well lit. `turned` names the pictures of the turned object. Only the
 * pictures that the crew inspects are in memory at a time; each view decodes its picture again.
 * Stops early if the signal is aborted.
 */
export async function loadViews(
  names: readonly string[],
  turned: readonly string[],
  mat: Mat,
  { crew, signal, onProgress }: Options,
): Promise<LoadedViews> {
  const files = await findFiles(names, turned);
  const inspected = await workOnEach(
    files,
    crew,
    async ({ error, ...source }): Promise<InspectedPicture> => ({
      ...source,
      ...(error === undefined ? await inspectPicture(source.file, crew) : { reason: error }),
    }),
    async (share) => {
      onProgress(share);
      return !signal?.aborted;
    },
  );
  const pictures = inspected ?? [];
  const usable = pictures.flatMap((picture) => ("marked" in picture ? [picture] : []));
  const located = locateViews(
    usable.map((picture) => picture.marked),
    mat,
  );
  const problem = located.ok ? undefined : describeLocateProblem(located.problem);
  const views: [View[], View[]] = [[], []];
  const reports = pictures.map((picture): ViewReport => {
    const { file, pass } = picture;
    const refuse = (reason: string) => ({ file, pass, used: false as const, reason });
    if ("reason" in picture) return refuse(picture.reason);
    if (!located.ok) return refuse(problem!);
    const view = located.views[usable.indexOf(picture)]!;
    if (!view.ok) return refuse(describeViewProblem(view.problem));
    const { camera } = located;
    views[pass - 1]!.push({ camera, pose: view.pose, load: () => loadPicture(file) });
    return { file, pass, used: true, error: view.error };
  });
  if (!located.ok) return { ok: false, problem: problem!, reports };
  return { ok: true, views, reports, checkError: located.checkError };
}

/**
 * Returns the files of both passes. A file that both name belongs to the second pass, because the
 * folder of the second pass may lie in the folder of the first.
 */
async function findFiles(names: readonly string[], turned: readonly string[]) {
  const [first, second] = await Promise.all(
    [names, turned].map((passNames) => Array.fromAsync(findPictureFiles(passNames))),
  );
  const secondPaths = new Set(second!.map(({ file }) => resolve(file)));
  return [
    ...first!
      .filter(({ file }) => !secondPaths.has(resolve(file)))
      .map((found) => ({ ...found, pass: 1 as const })),
    ...second!.map((found) => ({ ...found, pass: 2 as const })),
  ];
}

type Inspection = { marked: MarkedPicture } | { reason: string };

type InspectedPicture = { file: string; pass: 1 | 2 } & Inspection;

async function inspectPicture(file: string, crew: Crew): Promise<Inspection> {
  const decoded = await decodePicture(file, maxPictureSide);
  if (!decoded.ok) return { reason: decoded.error };
  const { width, height } = decoded.picture;
  const markers = await crew.run("findMarkers", decoded.picture);
  const { problem } = checkPicture(decoded.picture, markers);
  if (problem && excludingProblems.includes(problem))
    return { reason: describeCheckProblem(problem) };
  return { marked: { width, height, markers } };
}

/** Decodes a picture again. Throws if its file can no longer be read. */
async function loadPicture(file: string): Promise<Picture> {
  const decoded = await decodePicture(file, maxPictureSide);
  if (!decoded.ok) throw new Error(`${file} has been removed or changed meanwhile`);
  return decoded.picture;
}
