import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { crossLines, distanceToLine, fitLine, projectOnLine } from "./line.ts";
import { distance, type Point } from "./point.ts";
import { findCrossing, offsetPolygon, perimeter, signedArea } from "./polygon.ts";

const points = (...pairs: [number, number][]): Point[] => pairs.map(([x, y]) => ({ x, y }));
const rectangle = points([0, 0], [4, 0], [4, 3], [0, 3]);
/** A polygon of 4 × 3 m without 1.5 × 1 m at its top right. */
const angled = points([0, 0], [4, 0], [4, 2], [2.5, 2], [2.5, 3], [0, 3]);

const coordinate = fc.double({ min: -50, max: 50, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });

describe("a line", () => {
  it("crosses another where both are", () => {
    fc.assert(
      fc.property(point, point, point, point, (a, b, c, d) => {
        fc.pre(distance(a, b) > 0.1 && distance(c, d) > 0.1);
        const [first, second] = [fitLine([a, b]), fitLine([c, d])];
        const crossing = crossLines(first, second);
        if (!crossing) return;
        expect(Math.abs(distanceToLine(first, crossing))).toBeLessThan(1e-6);
        expect(Math.abs(distanceToLine(second, crossing))).toBeLessThan(1e-6);
      }),
    );
  });

  it("has no crossing with one that goes in nearly the same direction", () => {
    const [a, b, c, d] = points([0, 0], [1, 0], [0, 1], [1, 1.1]);
    expect(crossLines(fitLine([a!, b!]), fitLine([c!, d!]))).toBeUndefined();
  });

  it("fits points from the first to the last", () => {
    const line = fitLine(points([0, 0.1], [1, -0.1], [2, -0.1], [3, 0.1]).reverse());
    expect(line.along.x).toBeCloseTo(-1, 9);
    expect(line.through).toEqual({ x: 1.5, y: 0 });
    expect(projectOnLine(line, { x: 7, y: 5 }).y).toBeCloseTo(0, 9);
  });
});

describe("a polygon", () => {
  it("has an area, negative if it goes clockwise, and a perimeter", () => {
    expect(signedArea(rectangle)).toBe(12);
    expect(signedArea([...angled].reverse())).toBe(-10.5);
    expect(perimeter(angled)).toBe(14);
  });

  it("grows by the thickness of each side, at inner corners too", () => {
    expect(signedArea(offsetPolygon(rectangle, [0.2, 0.2, 0.2, 0.2]))).toBeCloseTo(4.4 * 3.4, 9);
    expect(signedArea(offsetPolygon(rectangle, [0.5, 0, 0, 0]))).toBeCloseTo(4 * 3.5, 9);
    const grown = offsetPolygon([...angled].reverse(), Array(6).fill(0.1));
    expect(signedArea(grown)).toBeCloseTo(-(4.2 * 3.2 - 1.5), 9);
  });

  it("grows by a step where two sides go on in one direction", () => {
    const split = points([0, 0], [2, 0], [4, 0], [4, 3], [0, 3]);
    expect(signedArea(offsetPolygon(split, [0.5, 0.1, 0, 0, 0]))).toBeCloseTo(12 + 1 + 0.2, 9);
  });

  it("tells which of its sides cross", () => {
    expect(findCrossing(angled)).toBeUndefined();
    expect(findCrossing(points([0, 0], [4, 3], [4, 0], [0, 3]))).toEqual([0, 2]);
    expect(findCrossing(points([0, 0], [4, 0], [4, 3], [2, 0], [0, 3]))).toEqual([0, 2]);
  });
});
