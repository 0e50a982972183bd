import { join } from "node:path";
import { expect, test } from "vitest";
import { clipPolygon, frameQuad, overlap } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import type { Quad } from "../quad.ts";
import { drawEmptyScene, drawScene, sceneKinds } from "../testing/draw-scene.ts";
import { readLabelledPhotos } from "../testing/labelled-photos.ts";
import { createRandom } from "../testing/random.ts";
import { findPage, locatePage } from "./find-page.ts";
import { createOutlineSteadiness } from "./outline-steadiness.ts";
import { measureSharpness, sharpEnough } from "./sharpness.ts";

/**
 * Pictures of bench/documents-scenes.ts, 400 to 640 pixels long. The corners of `index.json` follow
 * the outline of the paper in the picture.
 */
const desks = join(import.meta.dirname, "testing", "desks");

test.each(sceneKinds)("finds the page in drawn photos of the kind %s", (kind) => {
  const overlaps = [1, 2, 3, 4].map((seed) => {
    const { picture, page } = drawScene(kind, seed);
    return overlap(findPage(picture) ?? [], page!);
  });
  const mean = overlaps.reduce((sum, value) => sum + value) / overlaps.length;
  expect(mean).toBeGreaterThan(0.94);
  expect(Math.min(...overlaps)).toBeGreaterThan(0.85);
});

test("finds the paper on desks that POV-Ray drew, on a white one and on a printed cloth too", async () => {
  const overlaps: Record<string, number> = {};
  for await (const { file, picture, page } of readLabelledPhotos(desks)) {
    const seen = clipPolygon(findPage(picture) ?? [], frameQuad(picture));
    overlaps[file] = overlap(page, seen);
  }
  expect(Object.keys(overlaps)).toHaveLength(13);
  expect(Object.entries(overlaps).filter(([, value]) => value < 0.95)).toEqual([]);
});

test("corners are unsure only where things cover most of a side of the paper", async () => {
  const unsure: string[] = [];
  for await (const { file, picture } of readLabelledPhotos(desks))
    if (!locatePage(picture)!.isSure) unsure.push(file);
  expect(unsure).toEqual(["objects-on-cloth.jpg"]);
});

test("corners are clockwise from the one at the top left, and outside only if paper is", () => {
  for (const kind of sceneKinds) {
    const { picture } = drawScene(kind, 5);
    const { width, height } = picture;
    const quad = findPage(picture)!;
    const reach = kind === "cut" ? 0.15 : 0;
    for (const { x, y } of quad) {
      expect(x).toBeGreaterThanOrEqual(-reach * width);
      expect(y).toBeGreaterThanOrEqual(-reach * height);
      expect(x).toBeLessThanOrEqual((1 + reach) * width);
      expect(y).toBeLessThanOrEqual((1 + reach) * height);
    }
    const sums = quad.map(({ x, y }) => x + y);
    expect(sums.indexOf(Math.min(...sums))).toBe(0);
    expect(quad[1].x).toBeGreaterThan(quad[3].x - picture.width / 2);
  }
});

test.each([
  ["of one color", 640, 480],
  ["of a single pixel", 1, 1],
  ["of one row", 500, 1],
])("finds no page in a picture %s", (_, width, height) => {
  const picture: Picture = {
    width,
    height,
    data: new Uint8ClampedArray(width * height * 4).fill(140),
  };
  expect(findPage(picture)).toBeUndefined();
});

test.each(sceneKinds)("finds no page on drawn tables of the kind %s without one", (kind) => {
  for (const seed of [1, 2, 3, 4])
    expect(findPage(drawEmptyScene(kind, seed).picture)).toBeUndefined();
});

test("finds no page in noise", () => {
  const random = createRandom(1);
  const data = Uint8ClampedArray.from({ length: 320 * 240 * 4 }, () => random() * 255);
  expect(findPage({ width: 320, height: 240, data })).toBeUndefined();
});

const at = (x: number): Quad => [
  { x, y: 10 },
  { x: x + 200, y: 10 },
  { x: x + 200, y: 300 },
  { x, y: 300 },
];

test("three outlines in a row agree if no corner moved by 20 pixels, and a frame without a page starts anew", () => {
  const steadiness = createOutlineSteadiness({ width: 640, height: 480 });
  expect([10, 15, 28].map((x) => steadiness.add(at(x)))).toEqual([false, false, true]);
  expect(steadiness.add(at(30))).toBe(true);
  expect(steadiness.add(at(60))).toBe(false);
  expect(steadiness.add(undefined)).toBe(false);
  expect([60, 60, 60].map((x) => steadiness.add(at(x)))).toEqual([false, false, true]);
});

test("in larger frames, corners may move further", () => {
  const steadiness = createOutlineSteadiness({ width: 1920, height: 1080 });
  expect([0, 40, 55].map((x) => steadiness.add(at(x)))).toEqual([false, false, true]);
});

test("a sharp page is told from the same page out of focus", () => {
  const { picture } = drawScene("dark", 1);
  const quad = findPage(picture)!;
  const sharp = measureSharpness(picture, quad);
  const blurred = measureSharpness(blurTwice(picture), quad);
  expect(sharp).toBeGreaterThan(sharpEnough);
  expect(blurred).toBeLessThan(sharpEnough);
  const dark = { ...picture, data: picture.data.map((value) => value / 2) };
  expect(Math.abs(measureSharpness(dark, quad) - sharp)).toBeLessThan(0.1);
});

/** Averages squares of nine pixels, twice. */
function blurTwice(picture: Picture): Picture {
  const once = (source: Picture): Picture => ({
    ...source,
    data: source.data.map((_, at) => {
      let [sum, count] = [0, 0];
      for (let y = -3; y <= 3; y += 3)
        for (let x = -12; x <= 12; x += 12) {
          const value = source.data[at + x + y * source.width * 4];
          if (value !== undefined) [sum, count] = [sum + value, count + 1];
        }
      return sum / count;
    }),
  });
  return once(once(picture));
}
