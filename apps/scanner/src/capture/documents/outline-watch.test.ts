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

test("a page is taken once three outlines agree", () => {
  const watch = createOutlineWatch(frame);
  expect([seen(10), seen(12), seen(11)].map(watch.add)).toEqual([false, false, true]);
});

test("a page that moves or is blurred is not taken", () => {
  const watch = createOutlineWatch(frame);
  const frames = [seen(10), seen(60), seen(110), seen(110, false), seen(110, false)];
  expect(frames.map(watch.add)).toEqual([false, false, false, false, false]);
});

test("the same view is not taken twice, but the next page in its place is", () => {
  const watch = createOutlineWatch(frame);
  for (let i = 0; i < 3; i++) watch.add(seen(10));
  watch.markTaken(outlineAt(10));
  expect([seen(10), seen(11), seen(12), seen(11)].some(watch.add)).toBe(false);
  expect(watch.isTaken).toBe(true);
  const turned = [nothing, nothing, nothing, seen(10), seen(10), seen(10)];
  expect(turned.map(watch.add)).toEqual([false, false, false, false, false, true]);
  expect(watch.isTaken).toBe(false);
});

test("a frame in which the taken page is missed does not take it again", () => {
  const watch = createOutlineWatch(frame);
  for (let i = 0; i < 3; i++) watch.add(seen(10));
  watch.markTaken(outlineAt(10));
  const flickering = [nothing, seen(10), seen(11), nothing, nothing, seen(10), seen(10), seen(10)];
  expect(flickering.some(watch.add)).toBe(false);
  expect(watch.isTaken).toBe(true);
});
