import { expect, it } from "vitest";
import { settlePlan } from "../settle-plan.ts";
import { makeOpening, makePlan, makeRoom } from "../testing/make-plan.ts";
import { placeWallNames } from "./place-wall-names.ts";

it("names stand in the room, clear of doors and of each other, also beside short walls", () => {
  const room = makeRoom(
    [
      [0, 0],
      [4, 0],
      [4, 3],
      [2.2, 3],
      [2.2, 2.6],
      [1.4, 2.6],
      [1.4, 3],
      [0, 3],
    ],
    { walls: { 0: { openings: [makeOpening("d", { offset: 1.55 })] } } },
  );
  const result = settlePlan(makePlan([room]));
  if (!result.ok) throw new Error(result.problem.kind);
  const placed = placeWallNames(result.settled.rooms[0]!, { size: 0.15, minThickness: 0.06 });
  const names = placed.flatMap((middle) => (middle ? [middle] : []));
  expect(names).toHaveLength(8);
  for (const [index, { x, y }] of names.entries()) {
    expect(x > 0 && x < 4 && y > 0 && y < 3).toBe(true);
    for (const other of names.slice(index + 1)) {
      // Two letters of 0.15 m are at most 0.2 m wide.
      expect(Math.abs(other.x - x) > 0.2 || Math.abs(other.y - y) > 0.14).toBe(true);
    }
  }
  // The leaf of the door is at 1.55 m, and its swing has a radius of 0.9 m.
  const { x, y } = names[0]!;
  expect(Math.abs(Math.hypot(x - 1.55, y) - 0.9)).toBeGreaterThan(0.05);
  expect(Math.abs(x - 1.55)).toBeGreaterThan(0.05);
  // Letters half as large as the room have no place in it.
  const large = placeWallNames(result.settled.rooms[0]!, { size: 2, minThickness: 0.06 });
  expect(large).toEqual(Array(8).fill(undefined));
});
