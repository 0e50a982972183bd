import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point, Quad } from "../quad.ts";
import { pageQuads } from "../testing/quads.ts";
import { clipPolygon, frameQuad, isConvex, orderQuad, overlap, signedArea } from "./polygon.ts";

const square = (left: number, top: number, side: number): Quad => [
  { x: left, y: top },
  { x: left + side, y: top },
  { x: left + side, y: top + side },
  { x: left, y: top + side },
];

describe("a polygon", () => {
  it("has a positive area if it goes clockwise on the picture", () => {
    expect(signedArea(square(3, 4, 5))).toBe(25);
    expect(signedArea([...square(3, 4, 5)].reverse())).toBe(-25);
    expect(signedArea([])).toBe(0);
  });

  it("is convex if it has no dent, no crossing and no straight corner", () => {
    const [a, b, c, d] = square(0, 0, 4);
    expect(isConvex([a, b, c, d])).toBe(true);
    expect(isConvex([a, b, { x: 1, y: 1 }, d])).toBe(false);
    expect(isConvex([a, c, b, d])).toBe(false);
    expect(isConvex([a, { x: 2, y: 0 }, b, d])).toBe(false);
  });

  it("keeps the area that half of it has when it is clipped in the middle", () => {
    const clipped = clipPolygon(square(0, 0, 10), square(5, -5, 30));
    expect(signedArea(clipped)).toBeCloseTo(50, 9);
  });

  it("has nothing left if it lies outside", () => {
    expect(clipPolygon(square(0, 0, 1), square(2, 2, 1))).toEqual([]);
  });

  it("never covers more after clipping, and nothing outside of the frame", () => {
    const frame = { width: 700, height: 500 };
    fc.assert(
      fc.property(pageQuads, (quad) => {
        const clipped = clipPolygon(quad, frameQuad(frame));
        expect(Math.abs(signedArea(clipped))).toBeLessThanOrEqual(
          Math.abs(signedArea(quad)) + 1e-6,
        );
        const isInside = ({ x, y }: Point) =>
          x > -1e-6 && y > -1e-6 && x < frame.width + 1e-6 && y < frame.height + 1e-6;
        expect(clipped.every(isInside)).toBe(true);
      }),
    );
  });
});

describe("four points", () => {
  it("are ordered clockwise from the top left, whichever way they came", () => {
    fc.assert(
      fc.property(pageQuads, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (quad, order) => {
        const shuffled = order.map((index) => quad[index]!) as unknown as Quad;
        const ordered = orderQuad(shuffled);
        expect(isConvex(ordered)).toBe(true);
        expect(signedArea(ordered)).toBeGreaterThan(0);
        const nearest = Math.min(...quad.map(({ x, y }) => x + y));
        expect(ordered[0].x + ordered[0].y).toBe(nearest);
      }),
    );
  });
});

describe("the overlap of two polygons", () => {
  it("is the shared area over the covered area", () => {
    expect(overlap(square(0, 0, 2), square(0, 0, 2))).toBeCloseTo(1, 12);
    expect(overlap(square(0, 0, 2), square(1, 0, 2))).toBeCloseTo(1 / 3, 12);
    expect(overlap(square(0, 0, 2), square(5, 5, 2))).toBe(0);
    expect(overlap([], [])).toBe(0);
  });

  it("does not depend on their order", () => {
    fc.assert(
      fc.property(pageQuads, pageQuads, (a, b) => {
        expect(overlap(a, b)).toBeCloseTo(overlap(b, a), 6);
      }),
    );
  });
});
