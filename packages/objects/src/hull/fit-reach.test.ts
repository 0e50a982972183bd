import fc from "fast-check";
import { expect, test } from "vitest";
import { fitReach, type Sample } from "./fit-reach.ts";

/** Returns samples of 24 views, 15° apart, of a vertical cylinder or of an edge (radius 0). */
const sample = (reach: number, radius: number): Sample[] =>
  Array.from({ length: 24 }, (_, index) => {
    const cos = Math.abs(Math.cos((index * Math.PI) / 12 + 0.05));
    return { reach: reach - radius * (1 - cos), cos };
  });

test("the reach and the radius of an edge and of a cylinder are found", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 100, noNaN: true }),
      fc.integer({ min: 0, max: 80 }),
      (reach, radius) => {
        const found = fitReach(sample(reach, radius));
        expect(Math.abs(found!.reach - reach)).toBeLessThan(0.5);
        if (radius === 0) expect(found).toMatchObject({ radius: 0, views: 24 });
      },
    ),
  );
});

test("views that reach too far or not far enough do not change it", () => {
  const samples = sample(40, 0);
  const wrong = samples.map(({ reach, cos }, index) => {
    if (index < 3) return { reach: reach + 3 + 2 * index, cos };
    return { reach: index < 8 ? reach - index : reach, cos };
  });
  expect(fitReach(wrong)!.reach).toBeCloseTo(40, 6);
});

test("views that do not agree tell nothing", () => {
  const scattered = sample(40, 0).map(({ cos }, index) => ({ reach: 40 - 3 * index, cos }));
  expect(fitReach(scattered)).toBeUndefined();
  expect(fitReach([])).toBeUndefined();
});
