import { expect, test } from "vitest";
import { createRandom } from "../../../../e2e/camera/random.ts";
import { addStrip, type StripSum } from "./add-strips.ts";
import { averageRows, correlate } from "./rows.ts";
import { straightenRows } from "./straighten-rows.ts";
import type { Strip } from "./strip.ts";

const sampleCount = 400;

/** Draws bars of random widths that are moved by `shift` samples, with noise of its own. */
function drawStrip(barSeed: number, { shift = 0, noise = 0, noiseSeed = 1 }): Strip {
  const random = createRandom(barSeed);
  const edges: number[] = [];
  for (let edge = 60; edge < sampleCount - 60; edge += 6 + 12 * random()) edges.push(edge);
  const noiseRandom = createRandom(noiseSeed);
  const rows = Array.from({ length: 14 }, () =>
    Float32Array.from({ length: sampleCount }, (_, x) => {
      const dark = edges.filter((edge) => edge < x - shift).length % 2;
      return 200 - 150 * dark + noise * (noiseRandom() + noiseRandom() - 1);
    }),
  );
  const straight = straightenRows(rows);
  const region = { x: 0, y: 0, angle: 0, length: 140, height: 50 };
  return {
    located: region,
    region,
    rows,
    straight: () => straight,
    expectedLength: 280,
    toCorners: (start, end) => [
      { x: start, y: 0 },
      { x: end, y: 0 },
      { x: end, y: 1 },
      { x: start, y: 1 },
    ],
  };
}

test("the mean of several frames is nearer to the bars than each of them, wherever they moved", () => {
  const clean = averageRows(drawStrip(3, {}).rows);
  let sum: StripSum | undefined;
  let mean: Strip | undefined;
  const alone: number[] = [];
  for (const [index, shift] of [0, 7, -12, 30, 2, -20].entries()) {
    const strip = drawStrip(3, { shift, noise: 300, noiseSeed: index + 1 });
    ({ sum, mean } = addStrip(sum, strip));
    alone.push(correlate(averageRows(drawStrip(3, { shift }).rows), averageRows(strip.rows)));
  }
  expect(sum!.count).toBe(6);
  expect(correlate(clean, averageRows(mean!.rows))).toBeGreaterThan(Math.max(...alone));
});

test("corners of the mean are those of the newest frame", () => {
  const { sum } = addStrip(undefined, drawStrip(3, {}));
  const { mean } = addStrip(sum, drawStrip(3, { shift: 20 }));
  expect(Math.abs(mean.toCorners(60, 340)[0].x - 80)).toBeLessThan(1);
});

test("other bars start a new sum", () => {
  const { sum } = addStrip(undefined, drawStrip(3, {}));
  const other = drawStrip(8, {});
  expect(addStrip(sum, other)).toEqual({
    sum: { count: 1, rows: other.straight().rows, expectedLength: 280 },
    mean: other,
  });
});
