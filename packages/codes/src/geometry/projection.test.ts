import fc from "fast-check";
import { expect, test } from "vitest";
import { project } from "../../../../e2e/camera/geometry.ts";
import type { Corners } from "./corners.ts";
import { projectSquare } from "./projection.ts";

const points = fc.record({
  x: fc.double({ min: -5000, max: 5000, noNaN: true }),
  y: fc.double({ min: -5000, max: 5000, noNaN: true }),
});

test("projectSquare maps the corners of the square to the corners and agrees with another projection", () => {
  const corners: Corners = [
    { x: 10, y: 20 },
    { x: 90, y: 35 },
    { x: 80, y: 110 },
    { x: -5, y: 95 },
  ];
  const toPicture = projectSquare(corners, 25)!;
  const reference = project([...corners]).toPicture;
  for (const [column, row] of [
    [0, 0],
    [25, 0],
    [25, 25],
    [0, 25],
    [7, 19],
  ] as const) {
    const { x, y } = toPicture(column, row);
    const expected = reference({ x: column / 25, y: row / 25 });
    expect(x).toBeCloseTo(expected.x, 6);
    expect(y).toBeCloseTo(expected.y, 6);
  }
});

test("projectSquare keeps every point of the square between the corners, or returns undefined", () => {
  fc.assert(
    fc.property(fc.tuple(points, points, points, points), (corners) => {
      const toPicture = projectSquare(corners, 1);
      if (!toPicture) return;
      const { x, y } = toPicture(0.5, 0.5);
      expect(x).toBeGreaterThanOrEqual(Math.min(...corners.map((corner) => corner.x)) - 0.01);
      expect(x).toBeLessThanOrEqual(Math.max(...corners.map((corner) => corner.x)) + 0.01);
      expect(y).toBeGreaterThanOrEqual(Math.min(...corners.map((corner) => corner.y)) - 0.01);
      expect(y).toBeLessThanOrEqual(Math.max(...corners.map((corner) => corner.y)) + 0.01);
    }),
  );
});

test("projectSquare returns undefined for corners without an area, crossed or not finite", () => {
  const at = (x: number, y: number) => ({ x, y });
  expect(projectSquare([at(0, 0), at(1, 1), at(2, 2), at(3, 3)], 21)).toBeUndefined();
  expect(projectSquare([at(0, 0), at(9, 9), at(9, 0), at(0, 9)], 21)).toBeUndefined();
  expect(projectSquare([at(0, 0), at(9, 0), at(2, 2), at(0, 9)], 21)).toBeUndefined();
  expect(projectSquare([at(0, 0), at(Number.NaN, 0), at(9, 9), at(0, 9)], 21)).toBeUndefined();
});
