import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectPage, type View } from "../testing/pinhole.ts";
import { estimateAspect } from "./aspect.ts";

const page = { width: 210, height: 297 };
/** A phone, whose lens has 26 mm where the film's diagonal is 43.3 mm. */
const phone = { picture: { width: 3000, height: 4000 }, focalLength: 3100 };
const angle = (max: number) => fc.double({ min: -max, max, noNaN: true });

function errorOf(view: View): number {
  return Math.abs(
    estimateAspect(projectPage(view), view.picture) / (view.page.width / view.page.height) - 1,
  );
}

describe("the estimated aspect", () => {
  it("is within 2 % for a page that is tilted by up to 30 degrees before a phone, turned any way", () => {
    fc.assert(
      fc.property(
        angle(30),
        angle(30),
        angle(180),
        fc.integer({ min: 300, max: 800 }),
        (x, y, turn, distance) => {
          expect(errorOf({ ...phone, page, distance, tilt: { x, y, turn } })).toBeLessThan(0.02);
        },
      ),
    );
  });

  it.each([0.5, 0.8, 1, 1.4])(
    "is within 2 %% for a lens of %d diagonals if the page is tilted about both of its axes",
    (share) => {
      for (const [x, y, turn] of [
        [30, 20, 0],
        [-25, 25, 10],
        [20, -30, 80],
        [15, 15, 0],
        [28, 0, 45],
      ] as const) {
        const focalLength = share * 5000;
        const distance = 900 * share;
        expect(
          errorOf({ ...phone, focalLength, page, distance, tilt: { x, y, turn } }),
        ).toBeLessThan(0.02);
      }
    },
  );

  it("is that of the sides for a page seen from the front, whatever the lens", () => {
    for (const focalLength of [2000, 3100, 8000]) {
      expect(
        errorOf({ ...phone, focalLength, page, distance: 600, tilt: { x: 0, y: 0, turn: 17 } }),
      ).toBeLessThan(1e-6);
    }
  });

  it("changes little if the corners are off by a pixel", () => {
    fc.assert(
      fc.property(
        angle(8),
        angle(8),
        angle(180),
        fc.array(angle(1), { minLength: 8, maxLength: 8 }),
        (x, y, turn, off) => {
          const quad = projectPage({ ...phone, page, distance: 400, tilt: { x, y, turn } });
          const [a, b, c, d] = quad.map((corner, index) => ({
            x: corner.x + off[index * 2]!,
            y: corner.y + off[index * 2 + 1]!,
          }));
          const aspect = estimateAspect([a!, b!, c!, d!], phone.picture);
          expect(Math.abs(aspect / (210 / 297) - 1)).toBeLessThan(0.02);
        },
      ),
    );
  });
});
