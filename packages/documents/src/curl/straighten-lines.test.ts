import { expect, test } from "vitest";
import { findPage } from "../corners/find-page.ts";
import { rectify } from "../rectify.ts";
import { drawScene } from "../testing/draw-scene.ts";
import { drawUneven, measureBends } from "../testing/draw-uneven.ts";
import { turn } from "../turn.ts";
import { straightenLines } from "./straighten-lines.ts";

test.each([1, 3])("lines on an unevenly bent page come out straight, seed %i", (seed) => {
  const page = drawUneven(seed, 18);
  expect(measureBends(page, page.picture)).toBeGreaterThan(0.006);
  expect(measureBends(page, straightenLines(page.picture))).toBeLessThan(0.003);
});

test("lines are straightened on a page that lies on its side", () => {
  const page = drawUneven(2, 18);
  const straight = turn(straightenLines(turn(page.picture, 1)), 3);
  expect(measureBends(page, page.picture)).toBeGreaterThan(0.006);
  expect(measureBends(page, straight)).toBeLessThan(0.003);
});

test("pages with straight lines, and those without text, stay as they are", () => {
  for (const seed of [1, 2]) {
    const { picture } = drawUneven(seed, 0);
    expect(straightenLines(picture)).toBe(picture);
  }
  // A page on a board, and one that a table beside it cuts, looked bent to a coarser measure.
  for (const [kind, seed] of [
    ["board", 5],
    ["cut", 2],
    ["torn", 1],
  ] as const) {
    const { picture } = drawScene(kind, seed);
    const page = rectify(picture, findPage(picture)!, { width: 630, height: 891 })!;
    expect([kind, straightenLines(page) === page]).toEqual([kind, true]);
  }
  for (const [width, height] of [
    [300, 200],
    [1, 1],
  ] as const) {
    const data = new Uint8ClampedArray(width * height * 4).fill(90);
    const picture = { width, height, data };
    expect(straightenLines(picture)).toBe(picture);
  }
});
