import { frameQuad, type Quad } from "@scanhook/documents";
import { expect, test } from "vitest";
import { createOutlineWatch } from "./outline-watch.ts";

const frame = { width: 640, height: 480 };
const outlineAt = (left: number): Quad => {
  const [a, b, c, d] = frameQuad({ width: 200, height: 280 }).map(({ x, y }) => ({
    x: x + left,
    y: y + 50,
  }));
  return [a!, b!, c!, d!];
};
const seen = (left: number, isSharp = true) => ({ corners: outlineAt(left), isSharp });
const nothing = { corners: undefined, isSharp: false };

/** Adds frames at 10 a second, and returns the number of the frame that is taken; -1 if none is. */
const watchFrames = (
  watch: ReturnType<typeof createOutlineWatch>,
  frames: readonly Parameters<typeof watch.add>[0][],
) => frames.findIndex((outline, index) => watch.add(outline, index * 100));

test("a page is taken once three outlines agree", () => {
  expect(watchFrames(createOutlineWatch(frame), [seen(10), seen(12), seen(11)])).toBe(2);
});

test("a page that moves or is blurred is not taken", () => {
  const frames = [seen(10), seen(60), seen(110), seen(110, false), seen(110, false)];
  expect(watchFrames(createOutlineWatch(frame), frames)).toBe(-1);
});

test("the same view is not taken twice, but the next page in its place is", () => {
  const watch = createOutlineWatch(frame);
  watch.markTaken(outlineAt(10));
  expect(watchFrames(watch, [seen(10), seen(11), seen(12), seen(11)])).toBe(-1);
  expect(watch.isTaken).toBe(true);
  const next = [nothing, nothing, nothing, nothing, nothing, seen(10), seen(10), seen(10)];
  expect(watchFrames(watch, next)).toBe(7);
  expect(watch.isTaken).toBe(false);
});

test("a page elsewhere is taken, without a gap between the two", () => {
  const watch = createOutlineWatch(frame);
  watch.markTaken(outlineAt(10));
  expect(watchFrames(watch, [seen(11), seen(300), seen(301), seen(300)])).toBe(3);
});

test("frames in which the taken page is missed do not take it again", () => {
  const watch = createOutlineWatch(frame);
  watch.markTaken(outlineAt(10));
  const flickering = [nothing, seen(10), nothing, nothing, nothing, seen(11), seen(10), seen(10)];
  expect(watchFrames(watch, flickering)).toBe(-1);
  expect(watch.isTaken).toBe(true);
});

test("a hand that drifts over a taken page does not take it again", () => {
  const watch = createOutlineWatch(frame);
  watch.markTaken(outlineAt(10));
  // While the picture is taken, no frames come and the page moves by a quarter of its width.
  const drifting = Array.from({ length: 20 }, (_, index) => seen(60 + Math.min(index, 12) * 15));
  expect(watchFrames(watch, drifting)).toBe(-1);
  expect(watch.isTaken).toBe(true);
});

test("a page that is taken by hand before it is outlined is not taken again, unless that is asked", () => {
  const watch = createOutlineWatch(frame);
  watch.markTaken(undefined);
  expect(watchFrames(watch, [nothing, seen(10), seen(10), seen(10), seen(10)])).toBe(-1);
  watch.takeAgain();
  expect(watchFrames(watch, [seen(10)])).toBe(0);
});
