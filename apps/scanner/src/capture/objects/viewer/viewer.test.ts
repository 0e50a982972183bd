import fc from "fast-check";
import { expect, test } from "vitest";
import { castRay, lookAt, type Orbit, pan, project, toMatrix, turn, zoom } from "./orbit.ts";
import { pick } from "./pick.ts";

const box = { min: [-30, -20, 0], max: [30, 20, 50] } as const;
const whole = lookAt(box);
const size = { width: 400, height: 300 };

/** A box of twelve triangles. Their winding is arbitrary, because `pick` hits both sides. */
const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  [0, 1, 2].map((axis) => ((bits >> axis) & 1 ? box.max : box.min)[axis]!),
);
const sides = [
  [0, 1, 3, 2],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 3, 7, 6],
  [0, 2, 6, 4],
  [1, 3, 7, 5],
];
const mesh = {
  positions: Float32Array.from(corners.flat()),
  indices: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])),
};

const angle = fc.double({ min: -1.5, max: 1.5, noNaN: true });
const moves = fc.record({
  left: angle,
  up: angle,
  factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
});
const change = ({ left, up, factor }: { left: number; up: number; factor: number }): Orbit =>
  zoom(turn(whole, left, up), factor, whole.distance);

test("every corner of the object is in the picture at first, in tall and in wide windows", () => {
  for (const size of [
    { width: 390, height: 500 },
    { width: 900, height: 400 },
  ]) {
    const matrix = toMatrix(whole, size);
    for (const [x, y, z] of corners) {
      const position = project(matrix, [x!, y!, z!], size)!;
      expect(position.x).toBeGreaterThan(0);
      expect(position.x).toBeLessThan(size.width);
      expect(position.y).toBeGreaterThan(0);
      expect(position.y).toBeLessThan(size.height);
    }
  }
});

test("a point that is picked at a position is projected to that position, on the surface of the object", () => {
  fc.assert(
    fc.property(moves, fc.nat(80), fc.nat(60), (move, right, down) => {
      const orbit = change(move);
      const position = { x: 160 + right, y: 120 + down };
      const point = pick(mesh, castRay(orbit, position, size));
      fc.pre(point !== undefined);
      const back = project(toMatrix(orbit, size), point!, size)!;
      expect(Math.hypot(back.x - position.x, back.y - position.y)).toBeLessThan(0.01);
      const gaps = [0, 1, 2].flatMap((axis) =>
        [box.min, box.max].map((corner) => Math.abs(corner[axis]! - point![axis]!)),
      );
      expect(Math.min(...gaps)).toBeLessThan(0.001);
    }),
  );
});

test("the side that faces the eye is picked, not the one behind it", () => {
  const above = turn(whole, 0, Math.PI);
  expect(pick(mesh, castRay(above, { x: 200, y: 150 }, size))![2]).toBeCloseTo(50, 4);
  expect(pick(mesh, castRay(above, { x: 1, y: 1 }, size))).toBeUndefined();
});

test("panning moves the object as far in the picture as the finger went", () => {
  const position = (orbit: Orbit) => project(toMatrix(orbit, size), [0, 0, 25], size)!;
  const moved = position(pan(whole, 30, 60, size));
  expect(moved.x - position(whole).x).toBeCloseTo(30, 1);
  expect(moved.y - position(whole).y).toBeCloseTo(60, 1);
});
