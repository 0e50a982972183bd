import { measurePlan, type Room, settlePlan } from "@scanhook/rooms";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lShape, makeTypedRoom, rectangle, type TypedWall } from "./typed-walls.ts";

const make = (walls: readonly TypedWall[]) =>
  makeTypedRoom(walls, { id: "room-1", name: "Hall", height: undefined, thickness: 0.1 });

function measure(room: Room) {
  const result = settlePlan({ name: "Plan", units: "metric", rooms: [room], joins: [] });
  if (!result.ok) throw new Error(result.problem.kind);
  return measurePlan(result.settled).rooms[0]!;
}

const withLengths = (walls: readonly TypedWall[], lengths: readonly (number | undefined)[]) =>
  walls.map((wall, index) => ({ ...wall, length: lengths[index] }));

const length = fc.double({ min: 0.5, max: 20, noNaN: true });

test("two typed lengths make a rectangle, whichever two neighbors they are", () => {
  fc.assert(
    fc.property(length, length, fc.nat(3), (a, b, first) => {
      const lengths = [undefined, undefined, undefined, undefined].map((_, index) => {
        if (index === first) return a;
        return index === (first + 1) % 4 ? b : undefined;
      });
      const { innerArea, closingError } = measure(make(withLengths(rectangle, lengths)));
      expect(innerArea / (a * b)).toBeCloseTo(1, 3);
      expect(closingError).toBeUndefined();
    }),
  );
});

test("an L-shape needs four of its six lengths", () => {
  const room = make(withLengths(lShape, [4, 2, 1.5, 1, undefined, undefined]));
  expect(measure(room).innerArea).toBeCloseTo(10.5, 2);
  expect(room.walls.map(({ confirmed }) => confirmed.length)).toEqual([
    4,
    2,
    1.5,
    1,
    undefined,
    undefined,
  ]);
});

test("lengths that do not close show their gap", () => {
  const { closingError } = measure(make(withLengths(rectangle, [4, 3, 4, 3.1])));
  expect(closingError).toBeCloseTo(0.1, 6);
});

test("a length that contradicts the others is named, and the angles stay as they were typed", () => {
  const room = make(withLengths(rectangle, [4, 3, 14, 3]));
  const result = settlePlan({ name: "Plan", units: "metric", rooms: [room], joins: [] });
  if (!result.ok) throw new Error(result.problem.kind);
  const { notes, innerArea } = measurePlan(result.settled);
  expect(notes).toEqual([
    {
      kind: "wrongLength",
      room: "Hall",
      wall: "C",
      confirmed: 14,
      expected: expect.closeTo(4, 2),
      isScanned: false,
    },
  ]);
  expect(innerArea).toBeCloseTo(12, 2);
});

test("a wall at an angle closes a room with five walls", () => {
  const walls = [90, 90, 45, 45, 90].map((turn) => ({ length: undefined, turn }));
  const { innerArea } = measure(make(withLengths(walls, [4, 3, 3, undefined, undefined])));
  // A rectangle of 4 × 3 m without a corner of 1 × 1 m.
  expect(innerArea).toBeCloseTo(11.5, 2);
});
