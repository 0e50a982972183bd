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

  // A trapezoid with a right angle at either end of its last wall: 3.041² = 0.5² + 3².
  const trapezoid = [
    [0, 0],
    [4, 0],
    [4.5, 3],
    [0, 3],
  ] as const;
  const trapezoidLengths = {
    0: confirmed(4),
    1: confirmed(3.041),
    2: confirmed(4.5),
    3: confirmed(3),
  };

  it("are as long as they were typed, also where right angles were guessed", () => {
    const room = makeRoom(trapezoid, { source: "sketch", walls: trapezoidLengths });
    const { corners, walls, closingError } = settle(room);
    expect(rounded(walls.map(({ length }) => length))).toEqual([4, 3.041, 4.5, 3]);
    expect(signedArea(corners)).toBeCloseTo(12.75, 2);
    expect(closingError).toBeLessThan(0.001);
    expect(walls.map(({ expectedLength }) => expectedLength)).toEqual(Array(4).fill(undefined));
  });

  it("are as long as they were typed, also where right angles were drawn", () => {
    const room = makeRoom(rectangle, { source: "sketch", walls: trapezoidLengths });
    const { walls } = settle(room);
    expect(rounded(walls.map(({ length }) => length))).toEqual([4, 3.041, 4.5, 3]);
    // With right angles, the wall of 4.5 m has to be as long as the one across from it.
    expect(walls[2]!.expectedLength).toBeCloseTo(4, 2);
    const other = walls.filter(({ expectedLength }) => expectedLength !== undefined);
    expect(other).toHaveLength(1);
  });

  it("name the length that contradicts the others, and are closed without it", () => {
    const lengths = { 0: confirmed(4), 1: confirmed(3), 2: confirmed(14), 3: confirmed(3) };
    const room = makeRoom(rectangle, { source: "sketch", walls: lengths });
    const { corners, walls, closingError } = settle(room);
    expect(walls[2]!.expectedLength).toBeCloseTo(4, 3);
    expect(walls[2]!.lengthResidual).toBeCloseTo(-10, 3);
    expect(signedArea(corners)).toBeCloseTo(12, 2);
    expect(closingError).toBeCloseTo(10, 6);
  });

  it("blame the length that is far from the sketch, also if it is the shorter one", () => {
    const long = [
      [0, 0],
      [14, 0],
      [14, 3],
      [0, 3],
    ] as const;
    const lengths = { 0: confirmed(4), 1: confirmed(3), 2: confirmed(14), 3: confirmed(3) };
    const { walls } = settle(makeRoom(long, { source: "sketch", walls: lengths }));
    expect(walls[0]!.expectedLength).toBeCloseTo(14, 2);
    expect(walls[2]!.expectedLength).toBeUndefined();
  });

  it("name one wrong length among those of an angled room", () => {
    const angled = [
      [0, 0],
      [5, 0],
      [5, 2],
      [3, 2],
      [3, 4],
      [0, 4],
    ] as const;
    const typed = [5, 2, 2, 2, 3, 4];
    for (const wrong of typed.keys()) {
      const walls = Object.fromEntries(
        typed.map((length, index) => [index, confirmed(index === wrong ? length * 1.5 : length)]),
      );
      const settled = settle(makeRoom(angled, { source: "sketch", walls }));
      const named = settled.walls.map(({ expectedLength }) => expectedLength !== undefined);
      expect(named).toEqual(typed.map((_, index) => index === wrong));
      expect(settled.walls[wrong]!.expectedLength).toBeCloseTo(typed[wrong]!, 2);
    }
  });

  it("name no length that is within 5 % of the others, and one that is far from the scan", () => {
    const near = { 0: confirmed(4), 1: confirmed(3), 2: confirmed(4.15), 3: confirmed(3) };
    const sketched = settle(makeRoom(rectangle, { source: "sketch", walls: near }));
    expect(sketched.walls.every(({ expectedLength }) => expectedLength === undefined)).toBe(true);
    const scanned = settle(makeRoom(rectangle, { source: "taps", walls: { 0: confirmed(4.5) } }));
    expect(scanned.walls[0]!.expectedLength).toBeCloseTo(4, 6);
    expect(scanned.walls[0]!.length).toBeCloseTo(4.5, 2);
  });

  it("are a guess where no length gives theirs", () => {
    const guessed = (source: "sketch" | "taps", lengths: Record<number, object>) =>
      settle(makeRoom(rectangle, { source, walls: lengths })).walls.map(
        ({ isGuessed }) => isGuessed,
      );
    expect(guessed("sketch", {})).toEqual([true, true, true, true]);
    expect(guessed("sketch", { 0: confirmed(4) })).toEqual([false, true, false, true]);
    expect(guessed("sketch", { 0: confirmed(4), 3: confirmed(3) })).toEqual(Array(4).fill(false));
    expect(guessed("taps", {})).toEqual(Array(4).fill(false));
  });

  it("of forty typed lengths close to the room that was measured", () => {
    const corners = Array.from({ length: 20 }, (_, step): [number, number][] => [
      [step, step % 2],
      [step + 1, step % 2],
    ]).flat();
    const shape = [...corners, [20, 9], [0, 9]] as [number, number][];
    const sketch = shape.map(([x, y], index): [number, number] => [
      x + 0.02 * Math.sin(index * 7),
      y + 0.02 * Math.cos(index * 5),
    ]);
    const lengthOf = (index: number) => {
      const [[x, y], [toX, toY]] = [shape[index]!, shape[(index + 1) % shape.length]!];
      return Math.hypot(toX - x, toY - y);
    };
    const walls = Object.fromEntries(shape.map((_, index) => [index, confirmed(lengthOf(index))]));
    const settled = settle(makeRoom(sketch, { source: "sketch", walls }));
    // 20 × 9 m without ten strips of 1 × 1 m.
    expect(signedArea(settled.corners)).toBeCloseTo(170, 1);
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
