import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Quad } from "../quad.ts";
import { pageQuads } from "../testing/quads.ts";
import { applyHomography, findHomography, invertHomography } from "./homography.ts";

const sheet = (width: number, height: number): Quad => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

describe("a homography", () => {
  it("maps a rectified page back onto its corners", () => {
    fc.assert(
      fc.property(pageQuads, fc.integer({ min: 1, max: 5000 }), (quad, width) => {
        const page = sheet(width, width * 1.42);
        const map = findHomography(page, quad)!;
        page.forEach((corner, index) => {
          const { x, y } = applyHomography(map, corner);
          expect(Math.hypot(x - quad[index]!.x, y - quad[index]!.y)).toBeLessThan(1e-6);
        });
      }),
    );
  });

  it("takes each point of the picture to the page and back", () => {
    fc.assert(
      fc.property(pageQuads, fc.double({ min: 0, max: 1, noNaN: true }), (quad, share) => {
        const map = findHomography(quad, sheet(2100, 2970))!;
        const point = {
          x: quad[0].x + (quad[2].x - quad[0].x) * share,
          y: quad[0].y + (quad[2].y - quad[0].y) * share,
        };
        const back = applyHomography(invertHomography(map)!, applyHomography(map, point));
        expect(Math.hypot(back.x - point.x, back.y - point.y)).toBeLessThan(1e-6);
      }),
    );
  });

  it("maps the crossing of the diagonals onto the crossing of the diagonals", () => {
    const quad: Quad = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 3, y: 2 },
      { x: 1, y: 2 },
    ];
    const middle = applyHomography(findHomography(sheet(2, 2), quad)!, { x: 1, y: 1 });
    expect(middle.x).toBeCloseTo(2, 12);
    expect(middle.y).toBeCloseTo(4 / 3, 12);
  });

  it("does not exist for corners on a line", () => {
    const flat: Quad = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: 2 },
      { x: 5, y: 0 },
    ];
    expect(findHomography(sheet(1, 1), flat)).toBeUndefined();
    expect(findHomography(flat, sheet(1, 1))).toBeUndefined();
  });
});
