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
import { leastPictures, type MadeBase, type Pass } from "./kept-object.ts";
import type { LocatedPictures } from "./locate-pictures.ts";

/** A view, and the index of its picture. */
export type IndexedView = View & { index: number };

export type MadeOfPasses =
  | {
      ok: true;
      object: ReconstructedObject;
      base: MadeBase;
      /** The views of the first pass. */
      first: IndexedView[];
    }
  | { ok: false; problem: ReconstructProblem };

type Located = Extract<LocatedPictures, { ok: true }>;

/**
 * Makes an object of pictures whose places are known. `passes` has an entry for each picture, also
 * for those that do not count.
 */
export async function makeOfPasses(
  { camera, views: places, paper }: Located,
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
): Promise<MadeOfPasses> {
  const views = places.map(({ index, pose }) => ({ index, camera, pose, load: () => load(index) }));
  const viewsOf = (pass: Pass) => views.filter(({ index }) => passes[index] === pass);
  const [first, turned] = [viewsOf(1), viewsOf(2)];
  if (first.length < leastPictures) return { ok: false, problem: "too-few-views" };
  const result = await make(first, printMat(createMat(paper)), { turned, crew, onProgress });
  if (!result.ok) return result;
  const { object } = result;
  const isLeftOut = object.base === "flat" && passes.includes(2);
  return { ok: true, object, base: isLeftOut ? "not-joined" : object.base, first };
}
