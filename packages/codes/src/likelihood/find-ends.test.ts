import { expect, test } from "vitest";
import { findEnds } from "./find-ends.ts";
import { drawProfile, encodeBars, plainDrawing } from "./testing/draw-profile.ts";

const search = { modules: 95, minWidth: 200, maxWidth: 600, fade: 1.2, maxNoise: 0.75 };

test("the ends of a symbol are among those found, and the quiet ones come first", () => {
  const profile = drawProfile(encodeBars("ean13", "4007817327098"), { ...plainDrawing, noise: 2 });
  const ends = findEnds(profile, search);
  const isRight = ends.map(
    ({ start, end }) => Math.abs(start - 60) <= 3 && Math.abs(end - 440) <= 3,
  );
  expect(isRight).toContain(true);
  const noises = ends.map(({ noise }) => noise);
  expect(noises).toEqual(noises.toSorted((a, b) => a - b));
});

test("a symbol without quiet zones in the profile has no ends", () => {
  const bars = encodeBars("ean13", "4007817327098");
  const profile = drawProfile(bars, { ...plainDrawing, margin: 4 });
  expect(findEnds(profile, { ...search, minWidth: 370 })).toEqual([]);
});
