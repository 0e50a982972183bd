import { describe, expect, it } from "vitest";
import { signedArea } from "./geometry/polygon.ts";
import { measurePlan } from "./measuring/measure-plan.ts";
import type { Plan } from "./model/plan.ts";
import { describePlanProblem } from "./model/plan-problem.ts";
import { settlePlan } from "./settle-plan.ts";
import { makeOpening, makePlan, makeRoom } from "./testing/make-plan.ts";

function settle(plan: Plan) {
  const result = settlePlan(plan);
  if (!result.ok) throw new Error(describePlanProblem(result.problem));
  return result.settled;
}

const box = (width: number, depth: number) =>
  [
    [0, 0],
    [width, 0],
    [width, depth],
    [0, depth],
  ] as const;

describe("the areas of a room", () => {
  // The same room of 4 × 3 m on the center lines of walls of 20 cm, for which apps name either
  // 12.00 or 10.64 m².
  it("are named: within the walls and with them", () => {
    const measures = measurePlan(settle(makePlan([makeRoom(box(3.8, 2.8))])));
    expect(measures.innerArea).toBeCloseTo(10.64, 6);
    expect(measures.grossArea).toBeCloseTo(4.2 * 3.2, 6);
    expect(measures.rooms[0]!.perimeter).toBeCloseTo(13.2, 6);
    expect(measures.rooms[0]!.height).toBeUndefined();
    expect(measures.joinError).toBeUndefined();
  });

  it("count half of a wall to each of the two rooms that it lies between", () => {
    const hall = makeRoom(box(4, 3), {
      id: "hall",
      walls: { 1: { openings: [makeOpening("a")] } },
    });
    const office = makeRoom(box(4, 3), {
      id: "office",
      walls: { 3: { openings: [makeOpening("b", { offset: 1.1 })] } },
    });
    const join = {
      from: { room: "hall", opening: "a" },
      to: { room: "office", opening: "b" },
    };
    const measures = measurePlan(settle(makePlan([hall, office], [join])));
    // The two rooms together are 0.2 + 4 + 0.2 + 4 + 0.2 m long and 0.2 + 3 + 0.2 m wide.
    expect(measures.grossArea).toBeCloseTo(8.6 * 3.4, 6);
    expect(measures.innerArea).toBeCloseTo(24, 6);
  });
});

describe("rooms that doors join", () => {
  const opening = (id: string, offset: number) => ({ openings: [makeOpening(id, { offset })] });

  it("lie beside each other with the wall between them, however each was measured", () => {
    const hall = makeRoom(box(4, 3), { id: "hall", walls: { 1: opening("a", 1) } });
    // The door is in the lower wall of the office, so the office is turned to fit.
    const office = makeRoom(box(5, 2), { id: "office", walls: { 0: opening("b", 0.5) } });
    const join = { from: { room: "hall", opening: "a" }, to: { room: "office", opening: "b" } };
    const [, placed] = settle(makePlan([hall, office], [join])).rooms;
    // The wall of the hall ends at x = 4, the wall is 0.2 thick; the middle of the door is at y =
    // 1.45 in the hall.
    const [first, second] = placed!.corners;
    expect(first!.x).toBeCloseTo(4.2, 6);
    expect(second!.x).toBeCloseTo(4.2, 6);
    expect(first!.y).toBeCloseTo(1.45 + 0.95, 6);
    expect(second!.y).toBeCloseTo(1.45 + 0.95 - 5, 6);
    expect(signedArea(placed!.corners)).toBeCloseTo(10, 6);
  });

  it("in a ring tell by how much the last door misses", () => {
    const ring = (wrong: number) => {
      const a = makeRoom(box(3, 3), {
        id: "a",
        walls: { 1: opening("ab", 1), 2: opening("ac", 1) },
      });
      const b = makeRoom(box(3, 3), {
        id: "b",
        walls: { 3: opening("ba", 1.1), 2: opening("bd", 1) },
      });
      const c = makeRoom(box(3, 3), {
        id: "c",
        walls: { 0: opening("ca", 1.1), 1: opening("cd", 1) },
      });
      const d = makeRoom(box(3, 3), {
        id: "d",
        walls: { 0: opening("db", 1.1), 3: opening("dc", 1.1 + wrong) },
      });
      const join = (from: string, to: string) => ({
        from: { room: from[0]!, opening: from },
        to: { room: to[0]!, opening: to },
      });
      const joins = [join("ab", "ba"), join("ac", "ca"), join("bd", "db"), join("cd", "dc")];
      return measurePlan(settle(makePlan([a, b, c, d], joins))).joinError;
    };
    expect(ring(0)).toBeCloseTo(0, 6);
    expect(ring(0.07)).toBeCloseTo(0.07, 6);
  });

  it("stay where they were measured without a join", () => {
    const far = makeRoom(
      [
        [10, 0],
        [12, 0],
        [12, 2],
        [10, 2],
      ],
      { id: "far" },
    );
    const { rooms } = settle(makePlan([makeRoom(box(4, 3)), far]));
    expect(rooms[1]!.corners[0]!.x).toBeCloseTo(10, 6);
  });
});
