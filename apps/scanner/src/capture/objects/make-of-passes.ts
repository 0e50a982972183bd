import {
  type Crew,
  createMat,
  type Picture,
  printMat,
  type ReconstructedObject,
  type ReconstructProblem,
  reconstruct,
  type Stage,
  type View,
} from "@scanhook/objects";
import { type MadeBase, minPictures, type Pass } from "./kept-object.ts";
import type { LocatedPictures } from "./locate-pictures.ts";

/** A view, and the index of its picture. */
export type IndexedView = View & { index: number };

export type PassesResult =
  | {
      ok: true;
      object: ReconstructedObject;
      base: MadeBase;
      /** The used views of the first pass. */
      firstPass: IndexedView[];
    }
  | { ok: false; problem: ReconstructProblem };

type Located = Extract<LocatedPictures, { ok: true }>;

/**
 * Makes an object of pictures whose poses are known. `passes` has an entry for each picture, also
 * for those that are not used.
 */
export async function makeOfPasses(
  { camera, views: posed, paper, checkError }: Located,
  passes: readonly Pass[],
  {
    load,
    crew,
    onProgress,
    make = reconstruct,
  }: {
    load: (index: number) => Promise<Picture>;
    crew: Crew;
    onProgress: (share: number, stage: Stage) => void;
    make?: typeof reconstruct;
  },
): Promise<PassesResult> {
  const views = posed.map(({ index, pose }) => ({ index, camera, pose, load: () => load(index) }));
  const viewsOf = (pass: Pass) => views.filter(({ index }) => passes[index] === pass);
  const [firstPass, turned] = [viewsOf(1), viewsOf(2)];
  if (firstPass.length < minPictures) return { ok: false, problem: "too-few-views" };
  const result = await make(firstPass, printMat(createMat(paper)), {
    turned,
    crew,
    onProgress,
    matError: checkError?.millimeters,
  });
  if (!result.ok) return result;
  const { object } = result;
  const isNotJoined = object.base === "flat" && passes.includes(2);
  return { ok: true, object, base: isNotJoined ? "not-joined" : object.base, firstPass };
}
