import fc from "fast-check";
import { expect, test } from "vitest";
import { findPage } from "../corners/find-page.ts";
import { type Curve, evaluateCurve, fitCurve } from "../geometry/curve.ts";
import { frameQuad } from "../geometry/polygon.ts";
import type { Picture } from "../picture.ts";
import { rectify } from "../rectify.ts";
import { drawCurled } from "../testing/draw-curled.ts";
import { drawScene, sceneKinds } from "../testing/draw-scene.ts";
import { measureBentLines } from "../testing/line-straightness.ts";
import { findCurl } from "./find-curl.ts";

const seeds = [1, 2, 3, 4, 5];

test("lines of text on curled pages come out straight within 1 % of the page height", () => {
  const bent = seeds.map((seed) => {
    const scene = drawCurled(seed);
    const corners = findPage(scene.picture)!;
    const before = measureBentLines(scene, corners);
    return { before, after: measureBentLines(scene, findCurl(scene.picture, corners) ?? corners) };
  });
  // Without it, they do not.
  expect(Math.max(...bent.map(({ before }) => before))).toBeGreaterThan(0.015);
  for (const { after } of bent) expect(after).toBeLessThan(0.01);
});

test("flat pages are not taken for curled, nor those with a torn corner or on a clipboard", () => {
  for (const seed of seeds) {
    const { picture } = drawCurled(seed, { isFlat: true });
    expect([seed, findCurl(picture, findPage(picture)!)]).toEqual([seed, undefined]);
  }
  for (const kind of sceneKinds) {
    for (const seed of [1, 5]) {
      const { picture } = drawScene(kind, seed);
      expect([kind, seed, findCurl(picture, findPage(picture)!)]).toEqual([kind, seed, undefined]);
    }
  }
});

test.each([
  ["of one color", 300, 200],
  ["of a single pixel", 1, 1],
])("a picture %s shows no curl", (_, width, height) => {
  const data = new Uint8ClampedArray(width * height * 4).fill(90);
  expect(findCurl({ width, height, data }, frameQuad({ width, height }))).toBeUndefined();
});

/** Curves along a side that leave the corners where they are. */
const bows = fc
  .tuple(
    fc.double({ min: -0.08, max: 0.08, noNaN: true }),
    fc.double({ min: -0.5, max: 0.5, noNaN: true }),
  )
  .map(
    ([height, lean]): Curve => [
      0,
      4 * height,
      -4 * height - 4 * height * lean,
      4 * height * lean,
      0,
    ],
  );
const size = { width: 120, height: 100 };

/** Draws a page between curves: its red is the part of the way from the first to the second. */
function drawBetween(
  curves: readonly [Curve, Curve],
  bent: "top and bottom" | "left and right",
): Picture {
  const { width, height } = size;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
      const [along, place] = bent === "top and bottom" ? [u, v] : [v, u];
      const [from, to] = curves.map((curve) => evaluateCurve(curve, along)) as [number, number];
      data[at] = 40 + (170 * (place - from)) / (to - from);
    }
  }
  return { width, height, data };
}

test.each(["top and bottom", "left and right"] as const)(
  "a page that is bent at its %s is rectified to straight lines in even distances",
  (bent) => {
    fc.assert(
      fc.property(bows, bows, (first, second) => {
        const curves = [first, [1, ...second.slice(1)]] as const;
        const picture = drawBetween(curves, bent);
        const page = rectify(picture, { corners: frameQuad(size), bent, curves }, size)!;
        const extent = bent === "top and bottom" ? size.height : size.width;
        for (let y = 12; y < size.height - 12; y += 4) {
          for (let x = 12; x < size.width - 12; x += 4) {
            const part = ((bent === "top and bottom" ? y : x) + 0.5) / extent;
            const red = page.data[(y * size.width + x) * 4]!;
            expect(Math.abs(red - (40 + 170 * part))).toBeLessThan(2);
          }
        }
      }),
      { numRuns: 30 },
    );
  },
);

test("a curve is found among points of which some are far off", () => {
  const curve: Curve = [3, -2, 5, 1, -4];
  const points = Array.from({ length: 60 }, (_, index) => {
    const x = index / 59;
    const value = evaluateCurve(curve, x) + (index % 9 === 4 ? 40 : 0);
    return { x, value, weight: 1 };
  });
  const found = fitCurve(points, 1)!;
  for (const x of [0, 0.2, 0.5, 0.8, 1]) {
    expect(Math.abs(evaluateCurve(found, x) - evaluateCurve(curve, x))).toBeLessThan(0.1);
  }
  expect(fitCurve(points.slice(0, 4), 1)).toBeUndefined();
});
