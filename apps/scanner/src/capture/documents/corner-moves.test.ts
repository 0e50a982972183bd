import { frameQuad, isConvex, type Quad } from "@scanhook/documents";
import fc from "fast-check";
import { expect, test } from "vitest";
import { locateHandle, measureOutside, moveHandle, splitSpread } from "./corner-moves.ts";

const picture = { width: 400, height: 300 };
const quad: Quad = [
  { x: 100, y: 50 },
  { x: 300, y: 60 },
  { x: 310, y: 250 },
  { x: 90, y: 240 },
];

test("a corner moves alone", () => {
  const [a, ...others] = moveHandle(quad, { kind: "corner", number: 0 }, { x: -5, y: 7 }, picture);
  expect(a).toEqual({ x: 95, y: 57 });
  expect(others).toEqual(quad.slice(1));
});

test("a side moves with both of its ends, the last side with the first corner", () => {
  const moved = moveHandle(quad, { kind: "side", number: 3 }, { x: 10, y: 0 }, picture);
  expect(moved).toEqual([{ x: 110, y: 50 }, quad[1], quad[2], { x: 100, y: 240 }]);
  expect(locateHandle({ kind: "side", number: 3 }, moved)).toEqual({ x: 105, y: 145 });
});

test("no move leaves the picture or turns the outline inside out", () => {
  const handles = fc.record({
    kind: fc.constantFrom("corner" as const, "side" as const),
    number: fc.integer({ min: 0, max: 3 }),
  });
  const distance = fc.integer({ min: -600, max: 600 });
  fc.assert(
    fc.property(handles, distance, distance, (handle, x, y) => {
      const moved = moveHandle(quad, handle, { x, y }, picture);
      expect(isConvex(moved)).toBe(true);
      for (const point of moved) {
        expect(point.x).toBeGreaterThanOrEqual(0);
        expect(point.x).toBeLessThanOrEqual(picture.width);
        expect(point.y).toBeGreaterThanOrEqual(0);
        expect(point.y).toBeLessThanOrEqual(picture.height);
      }
    }),
  );
});

test("a corner outside of the picture can come in, and does not move further away", () => {
  const cut: Quad = [{ x: -20, y: 50 }, quad[1], quad[2], { x: -10, y: 330 }];
  const corner = { kind: "corner", number: 0 } as const;
  expect(moveHandle(cut, corner, { x: -5, y: -60 }, picture)[0]).toEqual({ x: -20, y: 0 });
  expect(moveHandle(cut, corner, { x: 25, y: 0 }, picture)[0]).toEqual({ x: 5, y: 50 });
  const [, , , last] = moveHandle(cut, { kind: "side", number: 3 }, { x: 0, y: 9 }, picture);
  expect(last).toEqual({ x: -10, y: 330 });
  expect(measureOutside(cut, picture)).toBeCloseTo(30 / 400);
  expect(measureOutside(quad, picture)).toBe(0);
});

test.each([
  [0, ["left", "right"]],
  [1, ["bottom", "top"]],
  [2, ["right", "left"]],
  [3, ["top", "bottom"]],
])(
  "a spread that is turned by %i quarters is divided so that its first page comes first",
  (turns, sides) => {
    const halves = splitSpread(frameQuad(picture), turns, 0.5)!;
    const middle = (half: Quad) => ({
      x: half.reduce((sum, { x }) => sum + x, 0) / 4,
      y: half.reduce((sum, { y }) => sum + y, 0) / 4,
    });
    const centers: Record<string, { x: number; y: number }> = {
      left: { x: 100, y: 150 },
      right: { x: 300, y: 150 },
      top: { x: 200, y: 75 },
      bottom: { x: 200, y: 225 },
    };
    for (const [index, side] of sides.entries()) {
      const { x, y } = middle(halves[index]!);
      expect(x).toBeCloseTo(centers[side]!.x);
      expect(y).toBeCloseTo(centers[side]!.y);
    }
  },
);

test.each([
  [0, { x: 100, y: 0 }],
  [1, { x: 0, y: 225 }],
  [2, { x: 300, y: 300 }],
  [3, { x: 400, y: 75 }],
])("a gutter at a quarter of a spread that is turned by %i quarters", (turns, end) => {
  const [first, second] = splitSpread(frameQuad(picture), turns, 0.25)!;
  const shared = first.filter((point) => second.some(({ x, y }) => x === point.x && y === point.y));
  expect(shared).toHaveLength(2);
  const near = shared.map(({ x, y }) => Math.hypot(x - end.x, y - end.y));
  expect(Math.min(...near)).toBeCloseTo(0);
});
