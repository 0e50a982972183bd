import {
  type Camera,
  ownThread,
  type Picture,
  type Pose,
  type ReconstructedObject,
  type ReconstructResult,
  type reconstruct,
} from "@scanhook/objects";
import { expect, test } from "vitest";
import type { Pass } from "./kept-object.ts";
import { makeOfPasses } from "./make-of-passes.ts";

const camera: Camera = {
  width: 640,
  height: 480,
  focal: 560,
  center: [320, 240],
  distortion: [0, 0],
};
const poses = Array.from(
  { length: 20 },
  (_, index): Pose => ({
    rotation: Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1),
    translation: [index, 0, 400],
  }),
);
/** Returns a picture whose width is its index. */
const load = async (index: number): Promise<Picture> => ({
  width: index,
  height: 1,
  data: new Uint8Array(4 * index),
});

/**
 * Makes an object of pictures, without those whose indices are in `unused`. Also returns the
 * arguments of each call of `make`.
 */
async function makeOf(passes: Pass[], result: ReconstructResult, unused: number[] = []) {
  const calls: Parameters<typeof reconstruct>[] = [];
  const views = passes
    .map((_, index) => ({ index, pose: poses[index]! }))
    .filter(({ index }) => !unused.includes(index));
  const made = await makeOfPasses(
    { ok: true, paper: "a4", camera, views, checkError: undefined, unused: [] },
    passes,
    {
      load,
      crew: ownThread,
      onProgress: () => {},
      make: async (...given) => {
        calls.push(given);
        return result;
      },
    },
  );
  return { made, calls };
}

const repeat = (pass: Pass, count: number) => Array.from({ length: count }, () => pass);
/** A result whose object has only the property that `makeOfPasses` reads. */
const box = (base: "flat" | "seen"): ReconstructResult => ({
  ok: true,
  object: { base } as ReconstructedObject,
});

test("pictures after turning over are passed separately, and show the base if they are joined", async () => {
  const passes: Pass[] = [2, ...repeat(1, 9), ...repeat(2, 8)];
  const { made, calls } = await makeOf(passes, box("seen"), [3, 12]);
  expect(made).toMatchObject({ ok: true, base: "seen" });
  const [[first, , options]] = calls as [Parameters<typeof reconstruct>];
  const widths = (views: typeof first = []) =>
    Promise.all(views.map(async (view) => (await view.load()).width));
  expect(await widths(first)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
  expect(await widths(options?.turned)).toEqual([0, 10, 11, 13, 14, 15, 16, 17]);
  expect(options?.turned?.map(({ pose }) => pose)[1]).toBe(poses[10]);
  expect(made.ok && made.firstPass.map(({ index }) => index)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
});

test("a base that stays flat after a second pass was not joined, and is flat without one", async () => {
  const twice = [...repeat(1, 8), ...repeat(2, 8)];
  expect((await makeOf(twice, box("flat"))).made).toMatchObject({ ok: true, base: "not-joined" });
  expect((await makeOf(repeat(1, 8), box("flat"))).made).toMatchObject({ ok: true, base: "flat" });
});

test("an object that was moved is not made, nor one of fewer than eight pictures of the first pass", async () => {
  const moved = { ok: false, problem: "object-moved" } as const;
  expect((await makeOf(repeat(1, 8), moved)).made).toEqual(moved);
  const few = await makeOf([...repeat(1, 8), ...repeat(2, 8)], box("seen"), [5]);
  expect(few).toEqual({ made: { ok: false, problem: "too-few-views" }, calls: [] });
});
