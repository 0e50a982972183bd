import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, type Point } from "../geometry/point.ts";
import { signedArea } from "../geometry/polygon.ts";
import type { Room } from "../model/plan.ts";
import { describePlanProblem } from "../model/plan-problem.ts";
import { makeOpening, makeRoom } from "../testing/make-plan.ts";
import { settleRoom } from "./settle-room.ts";

function settle(room: Room) {
  const result = settleRoom(room);
  if (!result.ok) throw new Error(describePlanProblem(result.problem));
  return result.settled;
}

function problemOf(room: Room): string {
  const result = settleRoom(room);
  return result.ok ? "no problem" : describePlanProblem(result.problem);
}

const rectangle = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
] as const;
const confirmed = (length: number) => ({ confirmed: { length } });
const rounded = (values: number[]) => values.map((value) => Math.round(value * 1000) / 1000);

describe("the walls of a room", () => {
  it("close where they cross, wherever on them the points were measured", () => {
    const room = makeRoom(rectangle);
    room.walls[0]!.raw.points = [
      { x: 1, y: 0 },
      { x: 2, y: 0 },
    ];
    room.walls[2]!.raw.points = [
      { x: 3, y: 3 },
      { x: 2.5, y: 3 },
    ];
    const { corners, walls, closingError } = settle(room);
    expect(signedArea(corners)).toBeCloseTo(12, 6);
    expect(rounded(walls.map(({ length }) => length))).toEqual([4, 3, 4, 3]);
    expect(Math.max(...walls.map(({ residual }) => residual))).toBeLessThan(1e-6);
    expect(closingError).toBeCloseTo(0, 6);
  });

  it("take a confirmed length over the measured one, to a millimeter", () => {
    const { walls } = settle(makeRoom(rectangle, { walls: { 0: confirmed(4.06) } }));
    expect(walls[0]!.length).toBeGreaterThan(4.058);
    expect(walls[0]!.lengthResidual).toBeCloseTo(walls[0]!.length - 4.06, 12);
    expect(walls[1]!.length).toBeCloseTo(3, 3);
    // The two neighbors move apart, each by 3 cm at this end and less at the other.
    expect(walls[1]!.residual).toBeCloseTo(walls[3]!.residual, 6);
    expect(walls[1]!.residual).toBeGreaterThan(0.03 / Math.SQRT2 - 0.001);
    expect(walls[1]!.residual).toBeLessThan(0.03);
  });

  it("of a sketch are as long as they were typed, and right-angled", () => {
    const sketch = [
      [0, 0],
      [5.2, 0.3],
      [5, 4.1],
      [-0.2, 3.7],
    ] as const;
    const room = makeRoom(sketch, {
      source: "sketch",
      walls: { 0: confirmed(4.2), 1: confirmed(3.15) },
    });
    const { corners, walls, closingError } = settle(room);
    for (const [index, length] of [4.2, 3.15, 4.2, 3.15].entries())
      expect(Math.abs(walls[index]!.length - length)).toBeLessThan(0.002);
    expect(signedArea(corners)).toBeCloseTo(4.2 * 3.15, 2);
    expect(closingError).toBeUndefined();
  });

  it("that were typed have the gap of a walk along them as closing error", () => {
    const lengths = { 0: confirmed(4), 1: confirmed(3), 2: confirmed(4.05), 3: confirmed(3.02) };
    const { closingError } = settle(makeRoom(rectangle, { source: "sketch", walls: lengths }));
    expect(closingError).toBeCloseTo(Math.hypot(0.05, 0.02), 6);
  });

  it("that a device saw from corner to corner have a closing error, those that were tapped have none", () => {
    const planes = makeRoom(rectangle);
    planes.walls[0]!.raw.points[1] = { x: 3.9, y: 0 };
    expect(settle(planes).closingError).toBeCloseTo(0.1, 6);
    const tapped = makeRoom(rectangle, { source: "taps" });
    expect(settle(tapped).closingError).toBeUndefined();
  });

  it("keep angles that are clearly not right, and parts of one wall straight", () => {
    const slanted = [
      [0, 0],
      [2, 0],
      [5, 0],
      [4, 3],
      [0, 3],
    ] as const;
    const { corners } = settle(makeRoom(slanted));
    for (const [index, [x, y]] of slanted.entries())
      expect(distance(corners[index]!, { x, y })).toBeLessThan(1e-4);
  });

  it("come out the same wherever the room lies and whichever way around it was walked", () => {
    const shape = [
      [0, 0],
      [4, 0],
      [4, 2],
      [2.5, 2],
      [2.5, 3],
      [0, 3],
    ] as const;
    fc.assert(
      fc.property(
        fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.boolean(),
        (angle, shift, reversed) => {
          const moved = shape.map(([x, y]): [number, number] => [
            x * Math.cos(angle) - y * Math.sin(angle) + shift,
            x * Math.sin(angle) + y * Math.cos(angle) - shift,
          ]);
          const { corners } = settle(makeRoom(reversed ? moved.reverse() : moved));
          expect(Math.abs(signedArea(corners))).toBeCloseTo(10.5, 4);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("bring noise of 3 cm back to what a rectangle has", () => {
    const noise = fc.double({ min: -0.03, max: 0.03, noNaN: true });
    const wall = fc.tuple(noise, noise, noise);
    fc.assert(
      fc.property(fc.tuple(wall, wall, wall, wall), (noises) => {
        const room = makeRoom(rectangle, { source: "taps" });
        for (const [index, { raw }] of room.walls.entries()) {
          const [a, b] = [raw.points[0]!, raw.points[1]!];
          const shift = (point: Point, by: number): Point =>
            index % 2 === 0 ? { ...point, y: point.y + by } : { ...point, x: point.x + by };
          raw.points = [shift(a, noises[index]![0]), shift(b, noises[index]![1])];
        }
        const { corners } = settle(room);
        // Each wall moves by at most 3 cm, in the worst case all of them outward or inward.
        expect(Math.abs(signedArea(corners) - 12)).toBeLessThan(14 * 0.03 + 4 * 0.03 ** 2 + 0.01);
      }),
      { numRuns: 50 },
    );
  });

  it("that enclose nothing, cross, or have openings where there is no wall are refused", () => {
    const line = [
      [0, 0],
      [2, 0],
      [4, 0],
    ] as const;
    expect(problemOf(makeRoom(line))).toContain("enclose no area");
    const bow = [
      [0, 0],
      [4, 3],
      [4, 0],
      [0, 2],
    ] as const;
    expect(problemOf(makeRoom(bow))).toBe(
      'The walls "w1" and "w3" of "room" cross; correct their order or their lengths.',
    );
    const withOpenings = (...openings: ReturnType<typeof makeOpening>[]) =>
      makeRoom(rectangle, { walls: { 1: { openings } }, confirmed: { height: 2.4 } });
    expect(problemOf(withOpenings(makeOpening("d", { offset: 2.2 })))).toContain(
      '"d" reaches beyond the wall "w2" of "room", which is 3.00 m long',
    );
    expect(problemOf(withOpenings(makeOpening("d", { offset: 2.12 })))).toBe("no problem");
    expect(problemOf(withOpenings(makeOpening("d", { height: 2.5 })))).toContain("2.40 m high");
    expect(problemOf(withOpenings(makeOpening("d"), makeOpening("e", { offset: 1.5 })))).toContain(
      '"d" and "e" in "room" overlap',
    );
  });
});
